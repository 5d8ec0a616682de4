// Options by CLI11; the only file that includes it. See options.hpp.
#include "nvptx/driver/program/options.hpp"

#include <CLI/CLI.hpp>

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "nvptx/driver/program/program.hpp"

namespace lathe::nvptx::program {
namespace {

template <class T>
T& as(const Target& to) {
  return *static_cast<T*>(to.at);
}

/// Throws what CLI11 throws where a value cannot be read.
[[noreturn]] void refuse(const std::string& name, const std::string& expected, const std::string& found) {
  throw CLI::ConversionError(name + ": " + expected + " was expected, found '" + found + "'");
}

/// Decimal, or hexadecimal behind 0x, or octal behind 0; all of the text, and within [low, high].
template <class T>
T integer(const std::string& name, const std::string& text) {
  using Limits = std::numeric_limits<T>;
  const bool negative = !text.empty() && text[0] == '-';
  const std::size_t start = !text.empty() && (negative || text[0] == '+') ? 1 : 0;
  const bool digit = start < text.size() && text[start] >= '0' && text[start] <= '9';  // strtoull would skip blanks
  char* end = nullptr;
  errno = 0;
  const unsigned long long size = digit ? std::strtoull(text.c_str() + start, &end, 0) : 0;
  const auto most = static_cast<unsigned long long>(Limits::max());
  const unsigned long long limit = !negative ? most : Limits::is_signed ? most + 1 : 0;
  if (!digit || errno == ERANGE || end != text.c_str() + text.size() || size > limit)
    refuse(name, "a number from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max()), text);
  return static_cast<T>(negative ? 0 - size : size);
}

template <class T>
T real(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const bool blank = text.empty() || std::isspace(static_cast<unsigned char>(text[0])) != 0;
  const long double value = blank ? 0 : std::strtold(text.c_str(), &end);
  // Infinity is a value only where it is written.
  const bool too_large = std::isinf(static_cast<T>(value)) && text.find_first_of("iI") == std::string::npos;
  if (blank || end != text.c_str() + text.size() || too_large || std::isnan(value)) refuse(name, "a number", text);
  return static_cast<T>(value);
}

bool truth(const std::string& name, const std::string& text) {
  const std::string word = CLI::detail::to_lower(text);
  for (const char* yes : {"true", "on", "yes", "enable", "t", "y", "+"})
    if (word == yes) return true;
  for (const char* no : {"false", "off", "no", "disable", "f", "n", "-"})
    if (word == no) return false;
  const bool number =
      !word.empty() && word.find_first_not_of("0123456789", word[0] == '-' ? 1 : 0) == std::string::npos;
  if (!number || word == "-") refuse(name, "true or false", text);
  return integer<std::int64_t>(name, word) > 0;
}

void assign(const Target& to, const std::string& name, const std::vector<std::string>& texts) {
  using enum Target::Kind;
  const std::string& text = texts.back();
  switch (to.kind) {
    case boolean:
      as<bool>(to) = truth(name, text);
      break;
    case u8:
      as<std::uint8_t>(to) = integer<std::uint8_t>(name, text);
      break;
    case i32:
      as<std::int32_t>(to) = integer<std::int32_t>(name, text);
      break;
    case u32:
      as<std::uint32_t>(to) = integer<std::uint32_t>(name, text);
      break;
    case i64:
      as<std::int64_t>(to) = integer<std::int64_t>(name, text);
      break;
    case u64:
      as<std::uint64_t>(to) = integer<std::uint64_t>(name, text);
      break;
    case f32:
      as<float>(to) = real<float>(name, text);
      break;
    case f64:
      as<double>(to) = real<double>(name, text);
      break;
    case string:
      as<std::string>(to) = text;
      break;
    case list:
      as<std::vector<std::string>>(to) = texts;
      break;
    case maybe_boolean:
      as<std::optional<bool>>(to) = truth(name, text);
      break;
    case maybe_u32:
      as<std::optional<std::uint32_t>>(to) = integer<std::uint32_t>(name, text);
      break;
  }
}

const char* type_name(Target::Kind kind) {
  using enum Target::Kind;
  switch (kind) {
    case boolean:
    case maybe_boolean:
      return "BOOLEAN";
    case i32:
    case i64:
      return "INT";
    case u8:
    case u32:
    case u64:
    case maybe_u32:
      return "UINT";
    case f32:
    case f64:
      return "FLOAT";
    case string:
    case list:
      return "TEXT";
  }
  return "TEXT";
}

template <class T>
std::string shortest(T value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string default_text(const Target& to) {
  using enum Target::Kind;
  switch (to.kind) {
    case boolean:
      return as<bool>(to) ? "1" : "0";
    case u8:
      return std::to_string(as<std::uint8_t>(to));
    case i32:
      return std::to_string(as<std::int32_t>(to));
    case u32:
      return std::to_string(as<std::uint32_t>(to));
    case i64:
      return std::to_string(as<std::int64_t>(to));
    case u64:
      return std::to_string(as<std::uint64_t>(to));
    case f32:
      return shortest(as<float>(to));
    case f64:
      return shortest(as<double>(to));
    case string:
      return as<std::string>(to);
    case list:
    case maybe_boolean:
    case maybe_u32:
      break;
  }
  return {};
}

CLI::Option& of(void* option) { return *static_cast<CLI::Option*>(option); }

}  // namespace

Option Option::range(int low, int high) { return of(option_).check(CLI::Range(low, high)), *this; }
Option Option::range(unsigned low, unsigned high) { return of(option_).check(CLI::Range(low, high)), *this; }
Option Option::range(double low, double high) { return of(option_).check(CLI::Range(low, high)), *this; }
Option Option::one_of(const std::vector<std::string>& values) {
  return of(option_).check(CLI::IsMember(values)), *this;
}
Option Option::one_of(std::initializer_list<const char*> values) {
  return one_of(std::vector<std::string>(values.begin(), values.end()));
}
Option Option::one_of(std::initializer_list<int> values) {
  return of(option_).check(CLI::IsMember(std::vector<int>(values))), *this;
}
Option Option::check(Check check, const std::string& what) {
  return of(option_).check(
             CLI::Validator([check = std::move(check)](std::string& value) { return check(value); }, what)),
         *this;
}
Option Option::show_default() { return of(option_).capture_default_str(), *this; }
Option Option::cut_at(char delimiter) { return of(option_).delimiter(delimiter), one_each(); }
Option Option::one_each() { return of(option_).allow_extra_args(false), *this; }
Option Option::repeated() {
  return of(option_).expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll), *this;
}
Option Option::required() { return of(option_).required(), *this; }
Option Option::hidden() { return of(option_).group(""), *this; }
Option Option::needs(Option other) { return of(option_).needs(&of(other.option_)), *this; }
Option Option::excludes(Option other) { return of(option_).excludes(&of(other.option_)), *this; }

struct Options::Parser {
  CLI::App app;
  std::string short_usage;

  /// Every long option, for suggestions; not those that are hidden.
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const CLI::Option* option : app.get_options())
      if (!option->get_group().empty())
        for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
    return out;
  }
  /// What to say of arguments that nothing takes.
  std::string left_over(const std::string& otherwise) const {
    for (const std::string& argument : app.remaining()) {
      if (argument.size() < 2 || argument[0] != '-') continue;
      const std::string name = argument.substr(0, argument.find('='));
      const auto near = nearest(name, names(), 1);
      return "unknown option '" + name + "'" + (near.empty() ? "" : "; did you mean " + near.front() + "?");
    }
    return "more than one input file: " + otherwise;
  }
  /// "--name=" gives the empty text, as "--name ''" does; CLI11 would take the next argument.
  std::vector<std::string> last_first(const std::vector<std::string>& arguments) const {
    std::vector<std::string> out;
    for (auto at = arguments.rbegin(); at != arguments.rend(); ++at) {
      const CLI::Option* option = nullptr;
      if (at->size() > 3 && at->starts_with("--") && at->find('=') == at->size() - 1)
        option = app.get_option_no_throw(at->substr(0, at->size() - 1));
      if (option != nullptr && option->get_expected_min() > 0) {
        out.emplace_back();
        out.push_back(at->substr(0, at->size() - 1));
      } else {
        out.push_back(*at);
      }
    }
    return out;
  }
};

Options::Options(const char* about, const char* program, const char* short_usage)
    : parser_(new Parser{CLI::App(about, program), short_usage}) {
  parser_->app.set_help_flag("-h,--help", "this text");
}
Options::~Options() = default;

Option Options::option(std::string_view names, Target to, std::string_view help) {
  // For messages the first long name, as CLI11 has it in its own.
  const std::size_t dashes = names.find("--");
  const std::string_view rest = dashes == std::string_view::npos ? names : names.substr(dashes);
  const std::string name(rest.substr(0, rest.find(',')));
  CLI::Option* option = parser_->app.add_option(
      std::string(names), [to, name](const std::vector<std::string>& texts) { return assign(to, name, texts), true; },
      std::string(help), false, [to] { return default_text(to); });
  option->type_name(type_name(to.kind))->type_size(1);
  option->expected(to.kind == Target::Kind::list ? CLI::detail::expected_max_vector_size : 1);
  return Option(option);
}

Option Options::flag(std::string_view names, Target to, std::string_view help) {
  return Option(to.kind == Target::Kind::boolean
                    ? parser_->app.add_flag(std::string(names), as<bool>(to), std::string(help))
                    : parser_->app.add_flag(std::string(names), as<std::string>(to), std::string(help)));
}

void Options::footer(std::string_view text) { parser_->app.footer(std::string(text)); }

std::optional<int> Options::parse(const std::vector<std::string>& arguments) {
  CLI::App& app = parser_->app;
  try {
    app.parse(parser_->last_first(arguments));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return print_out(app.help());
  } catch (const CLI::ExtrasError& error) {
    return wrong(parser_->left_over(error.what()));
  } catch (const CLI::ParseError& error) {
    // Hidden options have no name for CLI11: their checks say it.
    const std::string text = error.what();
    return wrong(text.starts_with(": ") ? text.substr(2) : text);
  }
}

int Options::wrong(const std::string& text) const {
  report_error(text);
  std::fprintf(stderr, "%s\n", parser_->short_usage.c_str());
  return wrong_usage;
}

}  // namespace lathe::nvptx::program
