// Options by CLI11; the only file that includes it. See options.hpp.
#include "tools/lathe/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "tools/lathe/options_quick.hpp"
#include "tools/lathe/pages.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
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

template <class T>
bool reads_as(const std::string& text) {
  T value;
  try {
    assign(Target(value), {}, {text});
    return true;
  } catch (const CLI::Error&) {
    return false;
  }
}

bool converts(const Target& to, const std::string& text) {
  using enum Target::Kind;
  switch (to.kind) {
    case boolean:
    case maybe_boolean:
      return reads_as<bool>(text);
    case u8:
      return reads_as<std::uint8_t>(text);
    case i32:
      return reads_as<std::int32_t>(text);
    case u32:
    case maybe_u32:
      return reads_as<std::uint32_t>(text);
    case i64:
      return reads_as<std::int64_t>(text);
    case u64:
      return reads_as<std::uint64_t>(text);
    case f32:
      return reads_as<float>(text);
    case f64:
      return reads_as<double>(text);
    case string:
    case list:
      return true;
  }
  return false;
}

/// Whether a number as everybody writes it lies in the range.
bool lies_in(const std::string& text, double low, double high) {
  if (text.find_first_not_of("0123456789.") != std::string::npos) return false;
  const double value = std::strtod(text.c_str(), nullptr);
  return value >= low && value <= high;
}

/// The first long name; all names where none is long.
std::string long_name(const Declared& option) {
  const std::size_t dashes = option.names.find("--");
  const std::string rest = dashes == std::string::npos ? option.names : option.names.substr(dashes);
  return rest.substr(0, rest.find_first_of(",{"));
}

/// "a,b" -> "a", "b".
std::vector<std::string> cut(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0, end = 0; at <= text.size() && end != std::string::npos; at = end + 1)
    out.push_back(text.substr(at, (end = text.find(',', at)) - at));
  return out;
}

}  // namespace

/// Declarations first; CLI11 hears of them where it is needed.
struct Options::Parser {
  struct Change {
    std::size_t number;
    std::function<void(CLI::Option&)> apply;
  };
  struct Later {
    std::size_t place;
    Section section;
    std::function<void(Options&)> declare;
  };
  const char* about;
  const char* program;
  std::string short_usage;
  std::string last_words;
  std::vector<Declared> declared;
  std::vector<std::string> helps;
  std::vector<Change> changes;
  std::vector<std::pair<std::string, std::string>> refused;  ///< name, and why
  std::vector<CLI::Option*> made;                            ///< by number, once `app` is there
  std::vector<std::string> given;                            ///< see Options::given
  std::string document;                                      ///< never set
  Section section = Section::input;                          ///< of what is declared next
  bool no_progress = false;                                  ///< likewise
  std::optional<CLI::App> app_;
  std::vector<Later> later;              ///< not yet declared
  std::size_t places = 0;                ///< that were given away
  std::optional<std::size_t> one_place;  ///< of all that is declared now

  CLI::App& app() {
    if (!app_) make();
    return *app_;
  }
  void add_given(const Declared& option) {
    if (option.names.find("--") != std::string::npos && option.names[0] == '-') given.push_back(long_name(option));
  }
  void make();
  std::vector<std::size_t> by_section() const;
  std::string help();
  Page page();
  CLI::Option* make(const Declared& option, const std::string& help);

  /// Every long option, for suggestions; not those that are hidden.
  std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const CLI::Option* option : app().get_options())
      if (!option->get_group().empty())
        for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
    return out;
  }
  /// What to say of arguments that nothing takes.
  std::string left_over(const std::string& otherwise) {
    for (const std::string& argument : app().remaining()) {
      if (argument.size() < 2 || argument[0] != '-') continue;
      const std::string name = argument.substr(0, argument.find('='));
      for (const auto& [word, text] : refused)
        if (name == word) return text;
      const auto near = nearest(name, names(), 1);
      return "unknown option '" + name + "'" + (near.empty() ? "" : "; did you mean " + near.front() + "?");
    }
    return "more than one input file: " + otherwise;
  }
  /// "--name=" gives the empty text, as "--name ''" does; CLI11 would take the next argument.
  std::vector<std::string> last_first(const std::vector<std::string>& arguments) {
    std::vector<std::string> out;
    for (auto at = arguments.rbegin(); at != arguments.rend(); ++at) {
      const CLI::Option* option = nullptr;
      if (at->size() > 3 && at->starts_with("--") && at->find('=') == at->size() - 1)
        option = app().get_option_no_throw(at->substr(0, at->size() - 1));
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

Declared& Option::declared() const { return parser_->declared[number_]; }
template <class F>
Option& Option::change(F&& apply) {
  parser_->changes.push_back({number_, std::forward<F>(apply)});
  return *this;
}

template <class T>
Option Option::in_range(T low, T high) {
  declared().good.emplace_back([low, high](const std::string& text) { return lies_in(text, low, high); });
  return change([low, high](CLI::Option& o) { o.check(CLI::Range(low, high)); });
}
Option Option::range(int low, int high) { return in_range(low, high); }
Option Option::range(unsigned low, unsigned high) { return in_range(low, high); }
Option Option::range(double low, double high) { return in_range(low, high); }
Option Option::one_of(const std::vector<std::string>& values) {
  declared().good.emplace_back([values](const std::string& text) { return std::ranges::count(values, text) != 0; });
  return change([values](CLI::Option& o) { o.check(CLI::IsMember(values)); });
}
Option Option::one_of(std::initializer_list<const char*> values) {
  return one_of(std::vector<std::string>(values.begin(), values.end()));
}
Option Option::one_of(std::initializer_list<int> values) {
  const std::vector<int> all(values);
  declared().good.emplace_back([all](const std::string& text) {
    return std::ranges::any_of(all, [&](int value) { return text == std::to_string(value); });
  });
  return change([all](CLI::Option& o) { o.check(CLI::IsMember(all)); });
}
Option Option::check(Check check, const std::string& what) {
  declared().good.emplace_back([check](const std::string& text) { return check(text).empty(); });
  return change([check = std::move(check), what](CLI::Option& o) {
    o.check(CLI::Validator([check](std::string& value) { return check(value); }, what));
  });
}
Option Option::show_default() {
  return change([](CLI::Option& o) { o.capture_default_str(); });
}
Option Option::cut_at(char delimiter) {
  declared().delimiter = delimiter;
  change([delimiter](CLI::Option& o) { o.delimiter(delimiter); });
  return one_each();
}
Option Option::one_each() {
  declared().one_word = true;
  return change([](CLI::Option& o) { o.allow_extra_args(false); });
}
Option Option::repeated() {
  declared().one_word = true;
  return change([](CLI::Option& o) {
    o.expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  });
}
Option Option::required() {
  declared().required = true;
  return change([](CLI::Option& o) { o.required(); });
}
Option Option::hidden() {
  return change([](CLI::Option& o) { o.group(""); });
}
Option Option::needs(Option other) {
  declared().entangled = other.declared().entangled = true;
  return change([other](CLI::Option& o) { o.needs(other.parser_->made[other.number_]); });
}
Option Option::excludes(Option other) {
  declared().entangled = other.declared().entangled = true;
  return change([other](CLI::Option& o) { o.excludes(other.parser_->made[other.number_]); });
}

const char* to_string(Section section) {
  static constexpr const char* names[] = {"Input",  "Output",    "Launch",  "Target", "Optimization", "Floating point",
                                          "Passes", "Algorithm", "Imports", "Checks", "Diagnostics",  "General"};
  return names[static_cast<std::size_t>(section)];
}

Options::Options(const char* about, const char* program, const char* short_usage)
    : parser_(new Parser{about, program, short_usage, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}) {}
Options::~Options() = default;

Option Options::option(std::string_view names, Target to, std::string_view help) {
  const Section section = names.starts_with("-o,") ? Section::output : parser_->section;
  const std::size_t place = parser_->one_place ? *parser_->one_place : parser_->places++;
  parser_->declared.push_back({.names = std::string(names), .to = to, .section = section, .place = place, .good = {}});
  parser_->helps.emplace_back(help);
  return {parser_.get(), parser_->declared.size() - 1};
}

Option Options::flag(std::string_view names, Target to, std::string_view help) {
  const Option made = option(names, to, help);
  made.declared().flag = true;
  return made;
}

void Options::later(std::function<void(Options&)> declare) {
  parser_->later.push_back({parser_->places++, parser_->section, std::move(declare)});
}
void Options::declare_the_rest() {
  const std::vector<Parser::Later> rest = std::exchange(parser_->later, {});
  for (const Parser::Later& group : rest) {
    parser_->one_place = group.place;
    parser_->section = group.section;
    group.declare(*this);
  }
  parser_->one_place.reset();
}

Section Options::section(Section now) { return std::exchange(parser_->section, now); }
void Options::refuse(std::string_view name, std::string text) { parser_->refused.emplace_back(name, std::move(text)); }
void Options::footer(std::string_view text) { parser_->last_words = text; }

CLI::Option* Options::Parser::make(const Declared& declared, const std::string& help) {
  const Target to = declared.to;
  if (declared.flag)
    return to.kind == Target::Kind::boolean ? app_->add_flag(declared.names, as<bool>(to), help)
                                            : app_->add_flag(declared.names, as<std::string>(to), help);
  const std::string name = long_name(declared);  // for messages, as CLI11 has it in its own
  CLI::Option* option = app_->add_option(
      declared.names, [to, name](const std::vector<std::string>& texts) { return assign(to, name, texts), true; }, help,
      false, [to] { return default_text(to); });
  option->type_name(type_name(to.kind))->type_size(1);
  option->expected(to.kind == Target::Kind::list ? CLI::detail::expected_max_vector_size : 1);
  return option;
}

std::vector<std::size_t> Options::Parser::by_section() const {
  std::vector<std::size_t> out(declared.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out, {}, [&](std::size_t i) { return std::pair(declared[i].section, declared[i].place); });
  return out;
}

void Options::Parser::make() {
  made.resize(declared.size());
  app_.emplace(about, program);
  // Groups are shown in the order in which their first options come.
  for (const std::size_t i : by_section()) {
    made[i] = make(declared[i], helps[i]);
    made[i]->group(to_string(declared[i].section));
  }
  app_->set_help_flag("-h,--help", "this text")->group(to_string(Section::general));
  for (const Change& change : changes) change.apply(*made[change.number]);
}

std::string Options::Parser::help() {
  return wrapped(app().help()) + (last_words.empty() ? "" : "\n" + wrapped(last_words));
}

Page Options::Parser::page() {
  const CLI::Formatter form;
  Page out{program, about, form.make_usage(&app(), program), wrapped(last_words), {}, {}};
  out.usage = out.usage.substr(0, out.usage.find('\n')).substr(std::string_view("Usage: ").size());
  for (const std::size_t i : by_section()) {
    if (made[i]->get_group().empty()) continue;
    PageOption option{
        {}, form.make_option_opts(made[i]), {}, {}, helps[i], declared[i].flag, to_string(declared[i].section)};
    if (const std::size_t brace = option.value.find(":{"); brace != std::string::npos)
      option.choices = cut(option.value.substr(brace + 2, option.value.find('}') - brace - 2));
    PageOption input = option;
    for (const std::string& name : cut(declared[i].names)) {
      if (const std::size_t brace = name.find('{'); brace != std::string::npos)
        option.given = name.substr(brace + 1, name.size() - brace - 2);
      (name[0] == '-' ? option : input).names.push_back(name.substr(0, name.find('{')));
    }
    if (!option.names.empty()) out.options.push_back(std::move(option));
    if (!input.names.empty()) out.inputs.push_back(std::move(input));
  }
  out.options.push_back({{"-h", "--help"}, {}, {}, {}, "this text", true, to_string(Section::general)});
  return out;
}

std::optional<int> Options::parse(const std::vector<std::string>& arguments) {
  // Taken out before words come here (program.cpp): help, pages and completions shall have it.
  section(Section::general);
  if (std::string_view(parser_->program).starts_with("lathe "))
    flag("--json{-}", parser_->document, "the answer as one JSON document (docs/json.md); --json=FILE: besides");
  if (std::string_view(parser_->program).starts_with("lathe "))
    flag("--no-progress", parser_->no_progress,
         "a terminal is not shown how far it is; LATHE_NO_PROGRESS does so, too");
  auto given = read_quickly(parser_->declared, arguments, converts);
  if (!given && !parser_->later.empty()) {
    declare_the_rest();
    given = read_quickly(parser_->declared, arguments, converts);
  }
  if (given) {
    for (const Given& one : *given) {
      assign(one.option->to, {}, one.texts);
      parser_->add_given(*one.option);
    }
    return std::nullopt;
  }
  CLI::App& app = parser_->app();
  if (arguments.size() == 1 && arguments[0].starts_with("--help="))
    if (const auto text = page_as(arguments[0].substr(7), parser_->page())) return print_out(*text);
  try {
    app.parse(parser_->last_first(arguments));
    for (std::size_t i = 0; i < parser_->declared.size(); ++i)
      if (parser_->made[i]->count() != 0) parser_->add_given(parser_->declared[i]);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return print_out(parser_->help());
  } catch (const CLI::ExtrasError& error) {
    return wrong(parser_->left_over(error.what()));
  } catch (const CLI::ParseError& error) {
    // Hidden options have no name for CLI11: their checks say it.
    const std::string text = error.what();
    return wrong(text.starts_with(": ") ? text.substr(2) : text);
  }
}

const std::vector<std::string>& Options::given() const { return parser_->given; }

int Options::wrong(const std::string& text) const {
  report_error(text);
  report_usage(parser_->short_usage);
  return wrong_usage;
}

}  // namespace lathe::nvptx::cli
