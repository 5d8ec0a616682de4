// See typed_pointers.hpp.
#include "codegen/prepare/typed_pointers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace lathe::codegen {
namespace {

/// A word or sign of the text, or a pointer that was written anew.
struct Piece {
  std::string_view space;  ///< in front of it: blanks, line ends, comments
  std::string_view text;
  std::string made;       ///< in place of `text`
  std::string pointee;    ///< of a pointer
  std::size_t lines = 0;  ///< that were dropped in front of it
  std::string_view shown() const { return made.empty() ? text : std::string_view(made); }
  bool is(std::string_view word) const { return made.empty() && text == word; }
};

bool of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '$' ||
         c == '.' || c == '_' || c == '\\';
}

class Rewriter {
 public:
  explicit Rewriter(std::string_view ir) : rest_(ir) {}

  std::string run() {
    while (next())
      if (!taken()) return {};
    return changed_ ? text() : std::string();
  }

 private:
  static constexpr std::size_t nothing = ~std::size_t{0};

  /// The next word or sign into pieces_; the last has space alone.
  bool next() {
    if (ended_) return false;
    std::size_t i = 0;
    while (i < rest_.size()) {
      const char c = rest_[i];
      if (c == ';') {
        i = std::min(rest_.find('\n', i), rest_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++i;
      } else {
        break;
      }
    }
    const std::size_t begin = i;
    if (i == rest_.size()) {
      ended_ = true;
    } else {
      if (rest_[i] == '%' || rest_[i] == '@' || rest_[i] == '!' || rest_[i] == '#') ++i;
      if (i < rest_.size() && rest_[i] == '"') {
        const std::size_t end = rest_.find('"', i + 1);
        i = end == std::string_view::npos ? rest_.size() : end + 1;
      } else {
        const std::size_t word = i;
        while (i < rest_.size() && of_word(rest_[i])) ++i;
        if (i == word && i == begin) ++i;
      }
    }
    Piece piece;
    piece.space = rest_.substr(0, begin);
    piece.text = rest_.substr(begin, i - begin);
    rest_.remove_prefix(i);
    pieces_.push_back(std::move(piece));
    return true;
  }

  /// Sees to the piece that came last. False: this is no text that we know.
  bool taken() {
    const std::size_t at = pieces_.size() - 1;
    if (pieces_[at].is("*")) return take_star(at);
    if (at > 0 && needs_type(pieces_[at - 1]) && !pieces_[at].is("(") && !pieces_[at].is(":") && !pieces_[at].is("="))
      give_type(at - 1);
    return true;
  }

  static bool needs_type(const Piece& piece) {
    static constexpr std::array<std::string_view, 4> words = {"byval", "sret", "inalloca", "preallocated"};
    return piece.made.empty() && std::ranges::find(words, piece.text) != words.end();
  }
  /// `byval` at this place gets the type of the parameter before it.
  void give_type(std::size_t at) {
    for (std::size_t i = at; i-- > 0;) {
      if (pieces_[i].is(",") || pieces_[i].is("{") || pieces_[i].is("}")) return;
      if (pieces_[i].pointee.empty()) continue;
      pieces_[at].made = std::string(pieces_[at].text) + "(" + pieces_[i].pointee + ")";
      return;
    }
  }

  bool take_star(std::size_t at) {
    std::size_t end = at;
    std::string space;
    // `addrspace(N)` belongs to the pointer that the star makes.
    if (end >= 4 && pieces_[end - 1].is(")") && pieces_[end - 3].is("(") && pieces_[end - 4].is("addrspace")) {
      if (!pieces_[end - 2].is("0")) space = " addrspace(" + std::string(pieces_[end - 2].text) + ")";
      end -= 4;
    }
    const std::size_t begin = begin_of_type(end);
    if (begin == nothing) return false;
    Piece pointer;
    pointer.space = pieces_[begin].space;
    pointer.made = "ptr" + space;
    pointer.lines = pieces_[begin].lines;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin)
        pointer.pointee +=
            pieces_[i].space.find_first_of("\n;") == std::string_view::npos ? pieces_[i].space : std::string_view(" ");
      pointer.pointee += pieces_[i].shown();
    }
    for (std::size_t i = begin + 1; i <= at; ++i)
      pointer.lines += pieces_[i].lines + static_cast<std::size_t>(std::ranges::count(pieces_[i].space, '\n'));
    pieces_.resize(begin);
    pieces_.push_back(std::move(pointer));
    changed_ = true;
    return true;
  }

  /// Where the type begins that ends before this piece.
  std::size_t begin_of_type(std::size_t end) const {
    for (;;) {
      if (end == 0) return nothing;
      const Piece& last = pieces_[end - 1];
      const std::string_view text = last.shown();
      if (text.empty()) return nothing;
      const char c = last.made.empty() ? text[0] : 'p';
      if (c ==
          ')') {  // a function's type, or what is left of an address space in front of one: the answer's type first
        end = opening(end - 1, "(", ")");
        if (end == nothing) return nothing;
        if (end > 0 && pieces_[end - 1].is("addrspace")) --end;
        continue;
      }
      if (c == ']') return opening(end - 1, "[", "]");
      if (c == '}') return opening(end - 1, "{", "}");
      if (c == '>') return opening(end - 1, "<", ">");
      return c == '%' || of_word(c) ? end - 1 : nothing;
    }
  }
  std::size_t opening(std::size_t close, std::string_view open, std::string_view shut) const {
    std::size_t depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
      depth += pieces_[i].is(shut) ? 1 : 0;
      if (pieces_[i].is(open) && --depth == 0) return i;
    }
    return nothing;
  }

  std::string text() const {
    std::string out;
    for (const Piece& piece : pieces_) {
      out += piece.space;
      out.append(piece.lines, '\n');
      out += piece.shown();
    }
    return out;
  }

  std::string_view rest_;
  std::vector<Piece> pieces_;
  bool ended_ = false, changed_ = false;
};

}  // namespace

std::string with_opaque_pointers(std::string_view ir) { return Rewriter(ir).run(); }

}  // namespace lathe::codegen
