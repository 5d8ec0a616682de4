// Messages on standard error, in one form for all subcommands.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

bool on_terminal() {
  static const bool is = [] {
    const char* const kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
  }();
  return is && heard().messages == nullptr;
}

namespace {

constexpr std::size_t shown_errors = 20;

std::string_view level_text(Message::Level level) {
  switch (level) {
    case Message::Level::error:
      return "error";
    case Message::Level::warning:
      return "warning";
    case Message::Level::note:
      return "note";
  }
  return "error";
}

/// Edits (insert, delete, replace) that turn one text into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

/// "FILE:LINE: TEXT" or "FILE:LINE:COLUMN: TEXT" taken apart; any other text is left as it is.
void find_place(Message& message) {
  const std::string& text = message.text;
  const auto number = [&](std::size_t& at, unsigned& value) {
    const auto [end, code] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    const auto next = static_cast<std::size_t>(end - text.data());
    if (code != std::errc{} || next == text.size() || text[next] != ':') return false;
    at = next + 1;
    return true;
  };
  for (std::size_t colon = text.find(':'); colon != std::string::npos; colon = text.find(':', colon + 1)) {
    std::size_t at = colon + 1;
    unsigned line = 0, column = 0;
    if (colon == 0 || !number(at, line) || line == 0) continue;
    number(at, column);
    if (at == text.size() || text[at] != ' ') continue;
    message.file = text.substr(0, colon);
    message.line = line;
    message.column = column;
    message.text = text.substr(at + 1);
    return;
  }
}

bool coloured() {
  static const bool no = [] {
    const char* const never = std::getenv("NO_COLOR");
    return never != nullptr && *never != 0;
  }();
  return on_terminal() && !no;
}
std::string in_colour(std::string_view code, std::string_view text) {
  if (!coloured()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

/// The line that a message speaks of, and below it a mark at its column. Nothing where the line cannot be had, or is not
/// one that a terminal shows as it is.
std::string excerpt(const Message& message, const std::string& file) {
  constexpr std::size_t widest = 160;
  std::ifstream in(file);
  std::string line;
  for (unsigned n = 0; n < message.line; ++n)
    if (!std::getline(in, line)) return {};
  const auto shown = [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\t'; };
  if (line.size() > widest || message.column > line.size() + 1 || !std::ranges::all_of(line, shown)) return {};
  std::string mark;
  for (const char c : line.substr(0, message.column == 0 ? 0 : message.column - 1))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) mark += c == '\t' ? '\t' : ' ';
  return line + "\n" + (message.column == 0 ? std::string() : mark + in_colour("1;32", "^") + "\n");
}

/// "FILE:LINE:COLUMN: error: TEXT" where the place is known, else "lathe: error: TEXT"; the program's name is left out
/// for who is not a stream. On a terminal in colours, with the line itself.
void print(const Message& message, const std::string& input) {
  static constexpr const char* colours[] = {"1;31", "1;35", "1;36"};
  const std::string level(level_text(message.level)), &file = message.file.empty() ? input : message.file;
  const bool placed = message.line > 0 && !file.empty();
  std::string place = one_line(file), text = message.text;
  if (placed) place += ":" + std::to_string(message.line);
  if (placed && message.column > 0) place += ":" + std::to_string(message.column);
  if (!message.function.empty()) text = "in function '" + message.function + "': " + text;
  if (!placed && !file.empty()) text = file + ": " + text;
  if (heard().messages != nullptr) {
    *heard().messages += (placed ? place + ": " : std::string()) + level + ": " + one_line(text) + "\n";
    return;
  }
  std::string all = in_colour("1", placed ? place : "lathe") + ": " +
                    in_colour(colours[static_cast<int>(message.level)], level) + ": " + one_line(text) + "\n";
  if (placed && on_terminal()) all += excerpt(message, file);
  tell(all);
}

}  // namespace

std::string one_line(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::string out;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if ((u < ' ' && c != '\t') || u == 0x7f)
      out += {'\\', 'x', digits[u >> 4], digits[u & 15]};
    else
      out += c;
  }
  return out;
}

void report(const Diag& diag, const std::string& input) {
  std::size_t errors = 0;
  for (const Message& message : diag.messages()) {
    if (heard().document != nullptr) heard().document->add(level_text(message.level), message, input);
    if (message.level == Message::Level::error && ++errors > shown_errors) continue;
    print(message, input);
  }
  if (errors > shown_errors)
    print({Message::Level::note, {}, 0, {}, std::to_string(errors - shown_errors) + " more errors are not shown", 0},
          {});
}

void report_error(const std::string& text) {
  Message message{Message::Level::error, {}, 0, {}, text, 0};
  find_place(message);
  if (heard().document != nullptr) heard().document->add(level_text(message.level), message, {});
  print(message, {});
}

void report_usage(const std::string& usage) {
  if (heard().messages == nullptr) tell(usage + "\n");
}

std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& names, std::size_t limit) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& name : names)
    if (const std::size_t d = distance(wrong, name); d <= std::max<std::size_t>(2, wrong.size() / 3))
      ranked.emplace_back(d, name);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < ranked.size() && i < limit; ++i) out.push_back(ranked[i].second);
  return out;
}

}  // namespace lathe::nvptx::cli
