// The options of a subcommand: names, the variables that they set, what the help says of them.
//
// What reads the command line (CLI11) is seen by options.cpp alone, which keeps it out of the other files' compilation.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx::cli {

/// The variable that an option sets, of one of these types.
class Target {
 public:
  enum class Kind : std::uint8_t { boolean, u8, i32, u32, i64, u64, f32, f64, string, list, maybe_boolean, maybe_u32 };
  Target(bool& to) : Target(Kind::boolean, &to) {}
  Target(std::uint8_t& to) : Target(Kind::u8, &to) {}
  Target(std::int32_t& to) : Target(Kind::i32, &to) {}
  Target(std::uint32_t& to) : Target(Kind::u32, &to) {}
  Target(std::int64_t& to) : Target(Kind::i64, &to) {}
  Target(std::uint64_t& to) : Target(Kind::u64, &to) {}
  Target(float& to) : Target(Kind::f32, &to) {}
  Target(double& to) : Target(Kind::f64, &to) {}
  Target(std::string& to) : Target(Kind::string, &to) {}
  Target(std::vector<std::string>& to) : Target(Kind::list, &to) {}
  Target(std::optional<bool>& to) : Target(Kind::maybe_boolean, &to) {}
  Target(std::optional<std::uint32_t>& to) : Target(Kind::maybe_u32, &to) {}

  Kind kind;
  void* at;

 private:
  Target(Kind what, void* where) : kind(what), at(where) {}
};

/// Looks at one value: what is wrong with it, or nothing.
using Check = std::function<std::string(const std::string& value)>;

struct Declared;
class Option;

/// What an option is about: the groups of the help and of the manual pages, in their order.
enum class Section : std::uint8_t {
  input,
  output,
  launch,
  target,
  optimization,
  floats,
  passes,
  algorithm,
  imports,
  checks,
  diagnostics,
  general
};
/// "Input", "Output", ...
const char* to_string(Section section);

class Options {
 public:
  /// `short_usage`: a line or a few, printed below each message about wrong usage.
  Options(const char* about, const char* program, const char* short_usage);
  ~Options();
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  /// `names`: "-o,--output", or for what stands without dashes a plain word; both may be given.
  Option option(std::string_view names, Target to, std::string_view help);
  /// What the options declared from now on are about; input in the beginning. -o is output wherever it stands. The former.
  Section section(Section now);
  /// Needs no value. "--stats{text}": the text that a string gets when none is given.
  Option flag(std::string_view names, Target to, std::string_view help);
  /// What `declare` declares stands here in the help, but it is asked only when the arguments name something that nobody
  /// else declared, or the help is wanted: most command lines name a few options of a hundred. What it refers to must
  /// live until `parse`; it may not name options of others.
  void later(std::function<void(Options&)> declare);
  /// A word that other commands take: not in the help, and wrong usage with this text.
  void refuse(std::string_view name, std::string text);
  /// The last words of the help.
  void footer(std::string_view text);

  /// Reads what stands behind the subcommand's name. An exit state when the program is done: the help was asked for and
  /// printed, or the arguments are wrong, which standard error was told.
  std::optional<int> parse(const std::vector<std::string>& arguments);
  /// The options that the arguments named, by their first long names; inputs are none. What parse read.
  const std::vector<std::string>& given() const;
  /// "lathe: error: TEXT" and the short usage; the exit state.
  int wrong(const std::string& text) const;

 private:
  friend class Option;
  struct Parser;
  void declare_the_rest();
  std::unique_ptr<Parser> parser_;
};

/// One option that was declared; each call says more of it. Valid as long as its Options.
class Option {
 public:
  /// The value must be in [low, high]. What is shown as its type follows the type of the limits.
  Option range(int low, int high);
  Option range(unsigned low, unsigned high);
  Option range(double low, double high);
  Option one_of(const std::vector<std::string>& values);
  Option one_of(std::initializer_list<const char*> values);
  Option one_of(std::initializer_list<int> values);
  /// `what` stands in the help as the kind of the value.
  Option check(Check check, const std::string& what);
  /// The help shows the value that the variable has now.
  Option show_default();
  /// Lists: each time the option stands it takes one argument, cut at this character.
  Option cut_at(char delimiter);
  /// Lists: each time the option stands it takes one argument.
  Option one_each();
  /// The same; the help shows no sign of a list.
  Option repeated();
  Option required();
  /// Not in the help.
  Option hidden();
  Option needs(Option other);
  Option excludes(Option other);

 private:
  friend class Options;
  Option(Options::Parser* parser, std::size_t number) : parser_(parser), number_(number) {}
  Declared& declared() const;
  template <class T>
  Option in_range(T low, T high);
  template <class F>
  Option& change(F&& apply);

  Options::Parser* parser_;
  std::size_t number_;
};

}  // namespace lathe::nvptx::cli
