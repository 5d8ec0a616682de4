// Messages on standard error, in one form for all subcommands.
#include <algorithm>
#include <cstdio>

#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
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

/// Who takes this thread's messages; null: standard error.
thread_local std::string* taken = nullptr;

void print(std::string_view level, const std::string& text) {
  const std::string line = std::string(level) + ": " + one_line(text) + "\n";
  if (taken != nullptr) {
    *taken += line;
    return;
  }
  const std::string all = "lathe: " + line;
  std::fwrite(all.data(), 1, all.size(), stderr);
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

std::string format(const Message& message, const std::string& input) {
  std::string text = message.file.empty() ? input : message.file;
  if (message.line > 0) text += ":" + std::to_string(message.line);
  if (message.line > 0 && message.column > 0) text += ":" + std::to_string(message.column);
  if (!text.empty()) text += ": ";
  if (!message.function.empty()) text += "in function '" + message.function + "': ";
  return text + message.text;
}

void report(const Diag& diag, const std::string& input) {
  std::size_t errors = 0;
  for (const Message& message : diag.messages()) {
    if (message.level == Message::Level::error && ++errors > shown_errors) continue;
    print(level_text(message.level), format(message, input));
  }
  if (errors > shown_errors) print("note", std::to_string(errors - shown_errors) + " more errors are not shown");
}

void report_error(const std::string& text) { print("error", text); }

void report_usage(const std::string& usage) {
  if (taken == nullptr) std::fprintf(stderr, "%s\n", usage.c_str());
}

TakenMessages::TakenMessages(std::string& to) : former_(taken) { taken = &to; }
TakenMessages::~TakenMessages() { taken = former_; }

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
