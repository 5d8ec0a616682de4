// See options_quick.hpp.
#include "tools/lathe/options_quick.hpp"

#include <algorithm>

namespace lathe::nvptx::cli {
namespace {

/// Calls f(name) for "-o", "--output" or "input" of the names, without what stands in braces.
template <class F>
void for_each_name(std::string_view names, F&& f) {
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t comma = std::min(names.find(',', at), names.size());
    const std::string_view name = names.substr(at, comma - at);
    f(name.substr(0, std::min(name.find('{'), name.size())));
    at = comma + 1;
  }
}

class Reader {
 public:
  Reader(std::span<const Declared> options, const std::vector<std::string>& arguments,
         bool (*converts)(const Target&, const std::string&))
      : options_(options), arguments_(arguments), converts_(converts) {}

  bool run() {
    for (at_ = 0; at_ < arguments_.size(); ++at_)
      if (!argument(arguments_[at_])) return false;
    return std::ranges::all_of(options_,
                               [&](const Declared& option) { return !option.required || find(option) != nullptr; });
  }
  std::vector<Given> take() { return std::move(given_); }

 private:
  bool argument(const std::string& text) {
    if (text.empty()) return false;
    if (text[0] != '-' || text == "-") return word(text);
    if (text[1] != '-') {
      const Declared* option = named(std::string_view(text).substr(0, 2));
      if (option == nullptr || (option->flag && text.size() > 2)) return false;
      if (option->flag) return raise(*option);
      return text.size() > 2 ? value(*option, text.substr(2)) : next(*option);
    }
    const std::size_t equals = text.find('=');
    const Declared* option = named(std::string_view(text).substr(0, equals));
    if (option == nullptr) return false;
    if (option->flag) return equals == std::string::npos && raise(*option);
    return equals == std::string::npos ? next(*option) : value(*option, text.substr(equals + 1));
  }
  /// A word for the only option without dashes.
  bool word(const std::string& text) {
    const Declared* place = nullptr;
    for (const Declared& option : options_) {
      bool plain = false;
      for_each_name(option.names, [&](std::string_view name) { plain |= name[0] != '-'; });
      if (plain && place != nullptr) return false;
      if (plain) place = &option;
    }
    return place != nullptr && value(*place, text);
  }
  bool next(const Declared& option) {
    if (++at_ == arguments_.size()) return false;
    const std::string& text = arguments_[at_];
    // What else begins with a dash may be meant as another option.
    return (text == "-" || !text.starts_with('-')) && value(option, text);
  }
  bool raise(const Declared& option) {
    const std::size_t brace = option.names.find('{');
    const std::string text =
        brace == std::string::npos ? "true" : option.names.substr(brace + 1, option.names.find('}') - brace - 1);
    if (find(option) != nullptr || !fits(option, text)) return false;
    given_.push_back({&option, {text}});
    return true;
  }
  bool value(const Declared& option, std::string text) {
    // CLI11 gives these characters a meaning of their own.
    if (text.empty() || std::string_view("[{(\"'`%=").find(text[0]) != std::string_view::npos) return false;
    Given* before = find(option);
    if (option.to.kind != Target::Kind::list) {
      if (before != nullptr || !fits(option, text)) return false;
      given_.push_back({&option, {std::move(text)}});
      return true;
    }
    if (!option.one_word) return false;
    if (before == nullptr) before = &given_.emplace_back(Given{&option, {}});
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end =
          option.delimiter == '\0' ? text.size() : std::min(text.find(option.delimiter, at), text.size());
      std::string piece = text.substr(at, end - at);
      if (piece.empty() || !fits(option, piece)) return false;
      before->texts.push_back(std::move(piece));
      at = end + 1;
    }
    return true;
  }
  bool fits(const Declared& option, const std::string& text) const {
    return !option.entangled && converts_(option.to, text) &&
           std::ranges::all_of(option.good, [&](const auto& good) { return good(text); });
  }

  const Declared* named(std::string_view name) const {
    for (const Declared& option : options_) {
      bool is = false;
      for_each_name(option.names, [&](std::string_view its) { is |= its == name; });
      if (is) return &option;
    }
    return nullptr;
  }
  Given* find(const Declared& option) {
    const auto at = std::ranges::find(given_, &option, &Given::option);
    return at == given_.end() ? nullptr : &*at;
  }

  std::span<const Declared> options_;
  const std::vector<std::string>& arguments_;
  bool (*converts_)(const Target&, const std::string&);
  std::vector<Given> given_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<Given>> read_quickly(std::span<const Declared> options,
                                               const std::vector<std::string>& arguments,
                                               bool (*converts)(const Target& to, const std::string& text)) {
  Reader reader(options, arguments, converts);
  if (!reader.run()) return std::nullopt;
  return reader.take();
}

}  // namespace lathe::nvptx::cli
