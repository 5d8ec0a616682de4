// The tables of spellings. See spellings.hpp. Sources: llc-22 --help-hidden, cicc -libnvvm -Xllc -help-hidden of CUDA 13.0,
// NVIDIA's documentation of nvvmCompileProgram.
#include "tools/lathe/llvm/spellings.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "tools/lathe/llvm/spelling_tables.hpp"
#include "tools/lathe/pass_arguments.hpp"

namespace lathe::nvptx::cli {
namespace {

/// "--name=value", taken apart.
struct Word {
  std::string_view name, value;
  bool has_value = false;
};
Word read(std::string_view text) {
  text.remove_prefix(2);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {text, {}, false};
  return {text.substr(0, equals), text.substr(equals + 1), true};
}

/// LLVM's booleans.
std::optional<bool> truth(const Word& word) {
  if (!word.has_value) return true;
  for (const std::string_view yes : {"true", "TRUE", "True", "1"})
    if (word.value == yes) return true;
  for (const std::string_view no : {"false", "FALSE", "False", "0"})
    if (word.value == no) return false;
  return std::nullopt;
}

/// Calls f for each word between blanks.
template <class F>
void for_each_part(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    f(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
}

class Respelling {
 public:
  explicit Respelling(std::vector<std::string>& words) : in_(words) {}

  std::string run() {
    respell_size_levels(in_);
    for (at_ = 0; at_ < in_.size() && fault_.empty(); ++at_) {
      if (in_[at_] == "--") {
        std::move(in_.begin() + static_cast<std::ptrdiff_t>(at_), in_.end(), std::back_inserter(out_));
        break;
      }
      word(in_[at_]);
    }
    if (!fault_.empty()) return fault_;
    if (as_libnvvm_) add_defaults();
    in_ = std::move(out_);
    return {};
  }

 private:
  void word(const std::string& text) {
    if (text == "-g") return;  // debug information is written wherever the module has it
    if (text == "-c") return;  // nothing is linked
    if (text == "-x") return language();
    if (!text.starts_with("--")) return keep(text);
    const Word word = read(text);
    if (special(word)) return;
    const auto named = [&](const auto& row) { return row.name == word.name; };
    const std::span ours = spellings();
    if (std::ranges::any_of(ours, named)) return translate(word, text);
    for (const Idle& row : idle_options())
      if (named(row)) return idle(word, row);
    for (const Refused& row : refused_options())
      if (named(row)) return refuse(word, row.reason);
    keep(text);
  }

  /// Those that look at the word behind them. True: done.
  bool special(const Word& word) {
    if (word.name == "Xllc" && !word.has_value) {  // the option stands behind it
      if (at_ + 1 == in_.size()) fault_ = "--Xllc: an option must follow";
      return true;
    }
    if (word.name == "arch") return architecture(word);
    if (word.name == "libnvvm") return as_libnvvm_ = true;
    if (word.name != "nvptx-prec-sqrtf32" || word.has_value) return false;
    // llc's has no value. As ours it has a number behind it.
    const std::string_view next = at_ + 1 < in_.size() ? std::string_view(in_[at_ + 1]) : "-";
    const bool number = next.find_first_not_of("0123456789") == std::string_view::npos;
    keep(number ? "--nvptx-prec-sqrtf32" : "--nvptx-prec-sqrtf32=1");
    return true;
  }
  /// compute_90 is sm_90's; other names are ours.
  bool architecture(const Word& word) {
    const bool apart = !word.has_value && at_ + 1 < in_.size();
    const std::string_view value = apart ? std::string_view(in_[at_ + 1]) : word.value;
    if (value.starts_with("lto_")) {
      fault_ =
          "--arch=" + std::string(value) + ": there is no LTO IR; PTX is made: compute_" + std::string(value.substr(4));
      return true;
    }
    constexpr std::string_view start = "compute_";
    if (!value.starts_with(start)) return false;
    keep("--mcpu=sm_" + std::string(value.substr(start.size())));
    if (apart) ++at_;
    return true;
  }
  void language() {
    if (++at_ < in_.size() && in_[at_] == "ir") return;
    fault_ = "-x: ir was expected; machine IR is not read";
  }

  void translate(const Word& word, const std::string& text) {
    const std::optional<bool> flag = truth(word);
    std::string expected;
    for (const Spelling& row : spellings()) {
      if (row.name != word.name) continue;
      const bool any = row.value == "*", fits = row.value == "true"    ? flag == true
                                                : row.value == "false" ? flag == false
                                                                       : word.has_value && row.value == word.value;
      if (fits) return for_each_part(row.words, [&](std::string_view part) { keep(std::string(part)); });
      if (any && word.has_value) return keep(std::string(row.words) + std::string(word.value));
      // The value stands behind it.
      if (any && at_ + 1 < in_.size()) return keep(std::string(row.words) + in_[++at_]);
      expected += (expected.empty() ? "" : ", ") + std::string(any ? "a value" : row.value);
    }
    fault_ = text + ": " + expected + (expected.find(',') == std::string::npos ? " was expected" : " were expected");
  }
  void idle(const Word& word, const Idle& row) {
    const std::optional<bool> flag = truth(word);
    bool fits = row.values == "*";
    for_each_part(row.values, [&](std::string_view value) {
      fits |= value == "true" ? flag == true : value == "false" ? flag == false : word.has_value && value == word.value;
    });
    if (!fits) refuse(word, row.reason);
  }
  void refuse(const Word& word, std::string_view reason) {
    fault_ = "--" + std::string(word.name);
    if (word.has_value) fault_ += "=" + std::string(word.value);
    fault_ += " is not supported: " + std::string(reason);
  }

  bool has(std::initializer_list<std::string_view> starts) const {
    return std::ranges::any_of(out_, [&](std::string_view text) {
      return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
    });
  }
  /// What libNVVM does where nothing is said.
  void add_defaults() {
    if (!has({"--mcpu", "--arch", "--mattr"})) keep("--mcpu=sm_75");
    if (!has({"--fp-contract", "--nvptx-fma-level"})) keep("--fp-contract=fast");
    if (!has({"--nvptx-prec-divf32"})) keep("--nvptx-prec-divf32=2");
    if (!has({"--nvptx-prec-sqrtf32"})) keep("--nvptx-prec-sqrtf32=1");
    const auto level = std::ranges::find(out_, "-O");
    const bool off = has({"-O0"}) || (level != out_.end() && level + 1 != out_.end() && level[1] == "0");
    if (!off && !has({"--optimize"})) keep("--optimize");
  }
  void keep(std::string text) { out_.push_back(std::move(text)); }

  std::vector<std::string>& in_;
  std::vector<std::string> out_;
  std::string fault_;
  std::size_t at_ = 0;
  bool as_libnvvm_ = false;
};

}  // namespace

std::string respell(std::vector<std::string>& words) { return Respelling(words).run(); }

}  // namespace lathe::nvptx::cli
