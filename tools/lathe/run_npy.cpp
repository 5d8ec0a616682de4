// .npy files in and out. The header is a Python dictionary of three known keys; only its literal forms are read.
// Format: NEP 1, "A simple file format for NumPy arrays".
#include "tools/lathe/run_npy.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>

namespace lathe::nvptx::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are kept as the device has them");

constexpr std::string_view magic = "\x93NUMPY";

/// The header's dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderReader {
 public:
  HeaderReader(std::string_view text, Array& array, std::string& error) : text_(text), array_(array), error_(error) {}

  bool run() {
    if (!take('{')) return fail("its header is no dictionary");
    bool descr = false, order = false, shape = false;
    while (!take('}')) {
      std::string_view key;
      if (!quoted(key) || !take(':')) return fail("its header cannot be read");
      if (key == "descr")
        descr = read_descr();
      else if (key == "fortran_order")
        order = read_order();
      else if (key == "shape")
        shape = read_shape();
      else
        return fail(fmt::format("its header has an unknown key '{}'", key));
      if (!error_.empty()) return false;
      take(',');
    }
    if (!descr || !order || !shape) return fail("its header lacks descr, fortran_order or shape");
    if (fortran_ && array_.shape.size() > 1)
      return fail("it is in Fortran order; save numpy.ascontiguousarray(a) in its place");
    return true;
  }

 private:
  bool fail(std::string text) {
    if (error_.empty()) error_ = std::move(text);
    return false;
  }
  void spaces() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\t')) text_.remove_prefix(1);
  }
  bool take(char c) {
    spaces();
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    spaces();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  bool quoted(std::string_view& word) {
    spaces();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) return false;
    const std::size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return false;
    word = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return true;
  }

  bool read_descr() {
    std::string_view d;
    spaces();
    if (!text_.empty() && text_[0] == '[')
      return fail("its elements are structures; save a.view(numpy.uint8) in its place");
    if (!quoted(d) || d.size() < 3) return fail("its header has no element type");
    unsigned bytes = 0;
    const auto [end, error] = std::from_chars(d.data() + 2, d.data() + d.size(), bytes);
    const bool number = error == std::errc() && end == d.data() + d.size();
    if (d[0] == '>' && bytes != 1)
      return fail(fmt::format("its elements ('{}') are big endian; save a.astype(a.dtype.newbyteorder('<'))", d));
    const char kind = d[1];
    Element e;
    e.bytes = bytes;
    const bool integer = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    bool known = number && (d[0] == '<' || d[0] == '|' || d[0] == '=' || bytes == 1);
    if (kind == 'i')
      e.kind = Element::Kind::sint, known &= integer;
    else if (kind == 'u')
      e.kind = Element::Kind::uint, known &= integer;
    else if (kind == 'b')
      e.kind = Element::Kind::boolean, known &= bytes == 1;
    else if (kind == 'f')
      e.kind = bytes == 2 ? Element::Kind::half : Element::Kind::real, known &= integer && bytes > 1;
    else
      known = false;
    if (!known)
      return fail(
          fmt::format("its elements ('{}') have no type of ours; known: integers, f2, f4, f8 and bool; "
                      "other bytes go in as FILE.raw",
                      d));
    array_.element = e;
    return true;
  }
  bool read_order() {
    fortran_ = take("True");
    return fortran_ || take("False") || fail("its fortran_order is neither True nor False");
  }
  bool read_shape() {
    if (!take('(')) return fail("its shape cannot be read");
    while (!take(')')) {
      spaces();
      std::uint64_t n = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), n);
      if (error != std::errc()) return fail("its shape cannot be read");
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      array_.shape.push_back(n);
      take(',');
    }
    return true;
  }

  std::string_view text_;
  Array& array_;
  std::string& error_;
  bool fortran_ = false;
};

char kind_letter(Element::Kind kind) {
  switch (kind) {
    case Element::Kind::sint:
      return 'i';
    case Element::Kind::real:
    case Element::Kind::half:
      return 'f';
    case Element::Kind::boolean:
      return 'b';
    case Element::Kind::uint:
    case Element::Kind::bfloat:
      return 'u';
  }
  return 'u';
}

}  // namespace

bool read_npy(std::string_view bytes, Array& array, std::string& error) {
  error.clear();
  array = {};
  if (bytes.size() < 10 || !bytes.starts_with(magic)) {
    error = "is no .npy file; raw bytes go in as FILE.raw";
    return false;
  }
  const auto major = static_cast<unsigned char>(bytes[6]), minor = static_cast<unsigned char>(bytes[7]);
  if (major < 1 || major > 3) {
    error = fmt::format("is .npy version {}.{}; versions 1.0 to 3.0 are read", major, minor);
    return false;
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes && 8 + i < bytes.size(); ++i)
    length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
  const std::size_t begin = 8 + length_bytes;
  if (bytes.size() < begin || bytes.size() - begin < length) {
    error = "ends within its header";
    return false;
  }
  if (!HeaderReader(bytes.substr(begin, length), array, error).run()) return false;
  const std::string_view data = bytes.substr(begin + length);
  std::uint64_t wanted = array.element.bytes;
  bool overflow = false;
  for (const std::uint64_t n : array.shape) overflow |= __builtin_mul_overflow(wanted, n, &wanted);
  if (overflow || wanted != data.size()) {
    error = fmt::format("has {} bytes of data, its header wants {}", data.size(),
                        overflow ? std::string("too many") : std::to_string(wanted));
    return false;
  }
  array.data.resize(data.size());
  if (!data.empty()) std::memcpy(array.data.data(), data.data(), data.size());
  return true;
}

std::string write_npy(const Array& array) {
  std::string shape;
  for (const std::uint64_t n : array.shape) shape += fmt::format("{}, ", n);
  // One dimension keeps its comma: (3,)
  if (array.shape.size() == 1)
    shape.pop_back();
  else if (array.shape.size() > 1)
    shape.resize(shape.size() - 2);
  std::string header =
      fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': ({}), }}",
                  array.element.bytes == 1 ? '|' : '<', kind_letter(array.element.kind), array.element.bytes, shape);
  // The data begins at a multiple of 64; the header ends with a line break.
  header.append(63 - (magic.size() + 4 + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out += {'\x01', '\x00'};
  out += static_cast<char>(header.size() & 255U);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
  return out;
}

}  // namespace lathe::nvptx::cli
