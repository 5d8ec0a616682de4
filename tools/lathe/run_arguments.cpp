// --arg of `lathe run`: the grammar, and how arguments meet the parameters of the kernel.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {

const char argument_help[] = R"(Arguments, one --arg for each parameter of the kernel, in order (--list shows them):
  scalars    i32:5  u64:0x10  f32:1.5  i8:-3  bool:1    a value of this type
             5  1.5  inf                                a value of the parameter's type; where that is
                                                        .b32, .b64 or .b16, a number with a point or
                                                        an exponent is a float (1.5, 1e3), one without
                                                        an integer
             bytes:00ff10...                            the bytes of a struct, in memory order
             null                                       a null pointer
  buffers    in:FILE.npy  in:FILE.raw                   contents of a file (.npy has types, others are
                                                        bytes)
             inout:FILE.npy:OUTFILE                     the same, and where it goes afterwards
             out:TYPE:COUNT[:OUTFILE]                   not initialized
             zeros:TYPE:COUNT[:OUTFILE]
             fill:TYPE:COUNT:VALUE[:OUTFILE]
             iota:TYPE:COUNT[:OUTFILE]                  0 1 2 ...
             rand:TYPE:COUNT[:SEED[:LOW:HIGH]][:OUTFILE]
                                                        SplitMix64; floats in [LOW, HIGH), integers up
                                                        to HIGH
             same:N                                     the buffer of argument N, counted from 0
             multi:N,N...                               a multimem address of these arguments' buffers
  tensors    tensor:KEY=VALUE...:of:BUFFER              a tensor map (CUtensorMap) of such a buffer, by
                                                        value or, where the parameter is a pointer, in
                                                        memory;
             as cuTensorMapEncodeTiled takes it, numbers separated by commas, innermost dimension first:
             dim=W,H,..  box=W,H,..  [stride=BYTES,..]  [step=..]
             [type=TYPE|f32_ftz|tf32|tf32_ftz|u4x16_8|u4x16_16|u6x16_16]
             [swizzle=none|32|64|128|128a32|128a64]  [fill=zero|nan]; as cuTensorMapEncodeIm2col does,
             instead of box=: lower=W,H,D  upper=W,H,D  channels=N  pixels=N
  textures   texture:KEY=VALUE...:of:BUFFER             the handle of a texture of such a buffer
             surface:KEY=VALUE...:of:BUFFER             or of a surface; rows are tightly packed
             dim=W[,H[,D]]  [kind=buffer|1d|2d|3d|cube]  [layers=N]  [channels=1|2|4]
             [type=u8|i8|u16|i16|u32|i32|f16|f32]  [coords=texels|normalized]
             [filter=nearest|linear]  [read=element|normalized]
             [wrap=repeat|clamp|mirror|border]  [levels=N]  [level_filter=nearest|linear]
             --bind NAME=texture:..., --bind NAME=surface:...: what a .texref or .surfref
             variable of the module stands for; same:N there: the buffer of argument N
  TYPE       i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 bool
  COUNT      1024, or the shape of an array: 512x512
  OUTFILE    FILE.npy, any other name for raw bytes, - to print the values
)";

namespace {

/// Parts of "a:b:c", cut at the first colons; the last keeps the rest when there are more than `most`.
std::vector<std::string_view> cut(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) break;
    parts.push_back(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  parts.push_back(text);
  return parts;
}

bool is_npy(std::string_view path) { return path.ends_with(".npy"); }

bool parse_count(std::string_view text, std::vector<std::uint64_t>& shape, std::uint64_t& count) {
  count = 1;
  shape.clear();
  for (;;) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc()) return false;
    shape.push_back(n);
    if (__builtin_mul_overflow(count, n, &count)) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return true;
    if (text[0] != 'x') return false;
    text.remove_prefix(1);
  }
}

class ArgumentReader {
 public:
  ArgumentReader(RunArgument& argument, ArgumentFault& fault) : a_(argument), fault_(fault) {}

  bool run() {
    const std::size_t colon = a_.text.find(':');
    if (colon == std::string::npos) {
      if (a_.text == "null") {
        a_.kind = RunArgument::Kind::null;
        return true;
      }
      return bare_number();
    }
    rest_ = a_.text;
    if (rest_.starts_with("tensor:")) return tensor();
    if (rest_.starts_with("texture:") || rest_.starts_with("surface:")) return texture(rest_);
    return form();
  }
  /// texture: and surface: alone.
  bool texture(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    if (colon == std::string_view::npos || (word != "texture" && word != "surface"))
      return usage("write NAME=texture:KEY=VALUE...:of:BUFFER, or surface:");
    rest_ = text.substr(colon + 1);
    RunTexture texture;
    texture.surface = word == "surface";
    std::string reason;
    if (!parse_texture(rest_, texture, reason)) return usage(reason);
    if (!form()) return false;
    if (a_.kind != RunArgument::Kind::buffer && a_.kind != RunArgument::Kind::same)
      return usage(fmt::format("a {}'s memory is a buffer", word));
    a_.texture = texture;
    return true;
  }

 private:
  // What begins with a word and a colon.
  bool form() {
    const std::size_t colon = rest_.find(':');
    if (colon == std::string_view::npos) return usage(fmt::format("no buffer '{}'; --help lists them", rest_));
    const std::string_view word = rest_.substr(0, colon);
    rest_ = rest_.substr(colon + 1);
    if (const auto element = parse_element(word)) return scalar(*element);
    if (word == "in" || word == "inout") return file(word == "inout");
    if (word == "bytes") return bytes();
    if (word == "same") return same();
    if (word == "multi") return multi();
    for (const std::string_view known : {"out", "zeros", "fill", "iota", "rand"})
      if (word == known) return made(word);
    static const std::vector<std::string> words = {
        "in", "inout", "out", "zeros", "fill", "iota", "rand", "tensor", "texture", "surface", "multi", "same", "bytes",
        "i8", "u8",    "i16", "u16",   "i32",  "u32",  "i64",  "u64",    "f16",     "bf16",    "f32",   "f64"};
    const auto near = nearest(word, words, 1);
    return usage(fmt::format("no form '{}:'{}", word,
                             near.empty() ? "; --help lists them" : "; did you mean " + near[0] + ":?"));
  }

  bool tensor() {
    rest_.remove_prefix(std::string_view("tensor:").size());
    RunTensor tensor;
    std::string reason;
    if (!parse_tensor(rest_, tensor, reason)) return usage(reason);
    if (!form()) return false;
    if (a_.kind != RunArgument::Kind::buffer && a_.kind != RunArgument::Kind::same)
      return usage("a tensor's memory is a buffer");
    a_.tensor = tensor;
    return true;
  }

  bool usage(std::string text) {
    fault_ = {wrong_usage, std::move(text)};
    return false;
  }
  bool bad_file(std::string text) {
    fault_ = {failed, std::move(text)};
    return false;
  }

  // The type comes later, with the parameter; here only what can never be a number.
  bool bare_number() {
    std::byte scratch[8];
    std::string reason;
    const bool number = parse_value({Element::Kind::real, 8}, a_.text, scratch, reason) ||
                        parse_value({Element::Kind::uint, 8}, a_.text, scratch, reason) ||
                        parse_value({Element::Kind::sint, 8}, a_.text, scratch, reason);
    if (!number) return usage("is neither a number nor a form that is known; --help lists them");
    a_.kind = RunArgument::Kind::number;
    return true;
  }

  bool scalar(const Element& element) {
    a_.kind = RunArgument::Kind::scalar;
    a_.array.element = element;
    a_.array.data.resize(element.bytes);
    std::string reason;
    return parse_value(element, rest_, a_.array.data.data(), reason) || usage(reason);
  }

  bool bytes() {
    if (rest_.empty() || rest_.size() % 2 != 0) return usage("an even number of hexadecimal digits is wanted");
    a_.kind = RunArgument::Kind::scalar;
    a_.array.element = {Element::Kind::uint, 1};
    for (std::size_t i = 0; i < rest_.size(); i += 2) {
      unsigned value = 0;
      const auto [end, error] = std::from_chars(rest_.data() + i, rest_.data() + i + 2, value, 16);
      if (error != std::errc() || end != rest_.data() + i + 2)
        return usage(fmt::format("'{}' are no hexadecimal digits", rest_.substr(i, 2)));
      a_.array.data.push_back(static_cast<std::byte>(value));
    }
    return true;
  }

  bool same() {
    a_.kind = RunArgument::Kind::same;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), a_.other);
    return (error == std::errc() && end == rest_.data() + rest_.size()) ||
           usage("the number of an argument is wanted, counted from 0: same:0");
  }

  bool multi() {
    a_.kind = RunArgument::Kind::multi;
    for (std::string_view rest = rest_;;) {
      std::size_t other = 0;
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), other);
      if (error != std::errc()) return usage("numbers of arguments are wanted, counted from 0: multi:0,1");
      a_.others.push_back(other);
      rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
      if (rest.empty()) return true;
      if (rest[0] != ',') return usage("numbers of arguments are wanted, counted from 0: multi:0,1");
      rest.remove_prefix(1);
    }
  }

  bool file(bool inout) {
    std::string_view path = rest_;
    if (inout) {
      const std::size_t colon = path.rfind(':');
      if (colon == std::string_view::npos || colon == 0 || colon + 1 == path.size())
        return usage("an output file is missing; write inout:FILE:OUTFILE");
      a_.output = path.substr(colon + 1);
      path = path.substr(0, colon);
    }
    if (path.empty()) return usage("a file name is missing; write in:FILE.npy or in:FILE.raw");
    if (path == "-") return usage("buffers are read from files, not from standard input");
    a_.kind = RunArgument::Kind::buffer;
    std::string content, error;
    if (!read_input(std::string(path), content, error)) return bad_file(error);
    if (is_npy(path)) return read_npy(content, a_.array, error) || bad_file(fmt::format("{}: {}", path, error));
    a_.array.element = {Element::Kind::uint, 1};
    a_.array.shape = {content.size()};
    const auto* begin = reinterpret_cast<const std::byte*>(content.data());
    a_.array.data.assign(begin, begin + content.size());
    return true;
  }

  // out, zeros, fill, iota, rand.
  bool made(std::string_view word) {
    a_.kind = RunArgument::Kind::buffer;
    const std::vector<std::string_view> parts = cut(rest_, 3);
    const auto element = parse_element(parts[0]);
    if (!element) return usage(fmt::format("no type '{}'; known: {}", parts[0], element_names));
    std::uint64_t count = 0, bytes = 0;
    if (parts.size() < 2) return usage(fmt::format("a count is missing; write {}:{}:COUNT", word, parts[0]));
    if (!parse_count(parts[1], a_.array.shape, count))
      return usage(fmt::format("'{}' is no count; write a number, or a shape such as 64x64", parts[1]));
    if (__builtin_mul_overflow(count, std::uint64_t{element->bytes}, &bytes) || bytes > most_bytes)
      return usage(fmt::format("{} elements are more than the 16 GiB of a launch", parts[1]));
    a_.array.element = *element;
    a_.array.data.resize(bytes);
    a_.uninitialized = word == "out";
    const std::string_view rest = parts.size() == 3 ? parts[2] : std::string_view();
    if (parts.size() == 3 && rest.empty()) return usage("ends with a colon; an output file or a value is missing");
    if (word == "fill") return fill(rest);
    if (word == "rand") return random(rest);
    if (word == "iota") fill_iota(*element, a_.array.data);
    a_.output = rest;
    return true;
  }

  bool fill(std::string_view rest) {
    if (rest.empty()) return usage("a value is missing; write fill:TYPE:COUNT:VALUE");
    const std::vector<std::string_view> parts = cut(rest, 2);
    std::byte value[8];
    std::string reason;
    if (!parse_value(a_.array.element, parts[0], value, reason)) return usage(reason);
    const unsigned step = a_.array.element.bytes;
    for (std::size_t i = 0; i < a_.array.data.size(); i += step)
      std::copy_n(value, step, a_.array.data.begin() + static_cast<std::ptrdiff_t>(i));
    if (parts.size() == 2) a_.output = parts[1];
    return true;
  }

  // [SEED[:LOW:HIGH]][:OUTFILE]: what is a number is no file name.
  bool random(std::string_view rest) {
    std::uint64_t seed = 1;
    std::string_view low, high;
    std::byte scratch[8];
    std::string reason;
    const auto number = [&](std::string_view text) {
      return parse_value({Element::Kind::real, 8}, text, scratch, reason) ||
             parse_value({Element::Kind::uint, 8}, text, scratch, reason);
    };
    if (const auto parts = cut(rest, 2);
        !rest.empty() && parse_value({Element::Kind::uint, 8}, parts[0], reinterpret_cast<std::byte*>(&seed), reason)) {
      rest = parts.size() == 2 ? parts[1] : std::string_view();
      if (const auto limits = cut(rest, 3); !rest.empty() && number(limits[0])) {
        if (limits.size() < 2 || !number(limits[1]))
          return usage("HIGH is missing; write rand:TYPE:COUNT:SEED:LOW:HIGH");
        low = limits[0];
        high = limits[1];
        rest = limits.size() == 3 ? limits[2] : std::string_view();
      }
    }
    if (!fill_random(a_.array.element, a_.array.data, seed, low, high, reason)) return usage(reason);
    a_.output = rest;
    return true;
  }

  static constexpr std::uint64_t most_bytes = 16ULL << 30;
  RunArgument& a_;
  ArgumentFault& fault_;
  std::string_view rest_;
};

/// Forms that fit a parameter of so many bytes.
std::string fitting(const exec::ParamInfo& p) {
  switch (p.bytes) {
    case 1:
      return "i8:N";
    case 2:
      return "i16:N or f16:X";
    case 4:
      return "i32:N or f32:X";
    case 8:
      return "i64:N, f64:X, or a buffer such as zeros:f32:COUNT";
    default:
      return fmt::format("bytes: and {} hexadecimal digits", 2 * p.bytes);
  }
}

/// The type of a number whose parameter has this one.
std::optional<Element> number_type(const exec::ParamInfo& p, const std::string& text) {
  const auto element = parse_element(p.type);
  if (!element || p.type[0] != 'b' || p.type == "bf16") return element;
  // .b8, .b16, .b32, .b64 say nothing: the number does.
  const bool hex = text.find('x') != std::string::npos || text.find('X') != std::string::npos;
  const bool bits =
      text.size() > 2 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D');
  const bool real = bits || text.find('.') != std::string::npos || text.find("inf") != std::string::npos ||
                    text.find("nan") != std::string::npos || (!hex && text.find_first_of("eE") != std::string::npos);
  if (real && element->bytes > 1)
    return Element{element->bytes == 2 ? Element::Kind::half : Element::Kind::real, element->bytes};
  return Element{text[0] == '-' ? Element::Kind::sint : Element::Kind::uint, element->bytes};
}

bool same_fits(std::size_t index, const std::vector<RunArgument>& all, std::string& error) {
  const RunArgument& a = all[index];
  std::vector<std::size_t> others = a.others;
  if (a.kind == RunArgument::Kind::same) others.push_back(a.other);
  for (const std::size_t other : others) {
    if (other < all.size() && all[other].kind == RunArgument::Kind::buffer) continue;
    error = fmt::format("{}: argument {} is no buffer; arguments are counted from 0", argument_place(index, a), other);
    return false;
  }
  return true;
}

bool match(std::size_t index, const exec::ParamInfo& p, std::vector<RunArgument>& all, const std::string& kernel,
           std::string& error) {
  RunArgument& a = all[index];
  const std::string parameter =
      fmt::format("parameter '{}' of kernel '{}' is .{}, {} bytes", p.name, kernel, p.type, p.bytes);
  if (a.kind == RunArgument::Kind::number) {
    const auto element = number_type(p, a.text);
    if (!element || element->bytes != p.bytes) {
      error = fmt::format("{}: {}; write {}", argument_place(index, a), parameter, fitting(p));
      return false;
    }
    std::string reason;
    a.array.element = *element;
    a.array.data.resize(element->bytes);
    if (!parse_value(*element, a.text, a.array.data.data(), reason)) {
      error = fmt::format("{}: {}; {}", argument_place(index, a), reason, parameter);
      return false;
    }
    a.kind = RunArgument::Kind::scalar;
    return true;
  }
  if (a.kind == RunArgument::Kind::scalar) {
    if (a.array.data.size() == p.bytes) return true;
    error = fmt::format("{} has {} bytes, {}; write {}", argument_place(index, a), a.array.data.size(), parameter,
                        fitting(p));
    return false;
  }
  if (a.tensor && p.bytes == exec::tensor_map_bytes) return same_fits(index, all, error);
  if (p.bytes != 8) {
    error = fmt::format("{} is an address, {}; write {}", argument_place(index, a), parameter, fitting(p));
    return false;
  }
  a.by_address = a.tensor.has_value();
  return same_fits(index, all, error);
}

}  // namespace

std::string argument_place(std::size_t index, const RunArgument& argument) {
  if (!argument.bound.empty()) return fmt::format("--bind '{}'", argument.text);
  return fmt::format("argument {} ('{}')", index, argument.text);
}

bool parse_argument(const std::string& text, RunArgument& argument, ArgumentFault& fault) {
  argument = {};
  argument.text = text;
  return ArgumentReader(argument, fault).run();
}

bool parse_binding(const std::string& text, RunArgument& argument, ArgumentFault& fault) {
  argument = {};
  argument.text = text;
  const std::size_t equal = text.find('=');
  if (equal == 0 || equal == std::string::npos) {
    argument.bound = text;
    fault = {wrong_usage, "write NAME=texture:KEY=VALUE...:of:BUFFER, or surface:"};
    return false;
  }
  argument.bound = text.substr(0, equal);
  return ArgumentReader(argument, fault).texture(std::string_view(argument.text).substr(equal + 1));
}

bool match_arguments(const exec::KernelInfo& kernel, std::vector<RunArgument>& arguments, std::string& error) {
  const auto count = static_cast<std::size_t>(
      std::count_if(arguments.begin(), arguments.end(), [](const RunArgument& a) { return a.bound.empty(); }));
  if (count != kernel.params.size()) {
    std::string types;
    for (const exec::ParamInfo& p : kernel.params)
      types += fmt::format("{}.{} {}", types.empty() ? "" : ", ", p.type, p.name);
    error = fmt::format("kernel '{}' has {} parameters ({}), {} arguments are given; one --arg for each is wanted",
                        kernel.name, kernel.params.size(), types, count);
    return false;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!(i < count ? match(i, kernel.params[i], arguments, kernel.name, error) : same_fits(i, arguments, error)))
      return false;
  return true;
}

}  // namespace lathe::nvptx::cli
