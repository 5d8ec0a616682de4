// See heard.hpp.
#include "tools/lathe/heard.hpp"

#include <cstdio>

#include "tools/lathe/progress.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr Heard nobody{};
thread_local const Heard* current = &nobody;

}  // namespace

const Heard& heard() { return *current; }
Hearing::Hearing(Heard by) : mine_(by), former_(current) { current = &mine_; }
Hearing::~Hearing() { current = former_; }

void tell(std::string_view text) {
  if (heard().told != nullptr) {
    heard().told->append(text);
  } else {
    const ProgressPause alone;
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
}

bool wants_figures(const std::string& stats) { return !stats.empty() || heard().document != nullptr; }

void Document::add(std::string_view level, const Message& message, const std::string& input) {
  Json one;
  one.add("level", std::string(level));
  const std::string& file = message.file.empty() ? input : message.file;
  if (!file.empty()) one.add("file", file);
  if (message.line > 0) one.add("line", std::uint64_t{message.line});
  if (message.line > 0 && message.column > 0) one.add("column", std::uint64_t{message.column});
  if (!message.function.empty()) one.add("function", message.function);
  messages.push_back(std::move(one.add("text", message.text)));
}

void Document::add(const Remark& remark) {
  static constexpr const char* kinds[] = {"passed", "missed", "analysis"};
  Json one, arguments;
  one.add("kind", std::string(kinds[static_cast<int>(remark.kind)])).add("pass", remark.family);
  one.add("name", remark.name).add("function", remark.place).add("text", remark.text);
  for (const auto& [key, value] : remark.arguments) arguments.add(key.c_str(), value);
  if (const SourcePlace& at = remark.location) {
    if (!at.file.empty()) one.add("file", at.file);
    one.add("line", std::uint64_t{at.line});
    if (at.column > 0) one.add("column", std::uint64_t{at.column});
  }
  remarks.push_back(std::move(one.add("arguments", std::move(arguments))));
}

}  // namespace lathe::nvptx::cli
