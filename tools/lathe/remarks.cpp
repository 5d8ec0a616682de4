// See remarks.hpp.
#include "tools/lathe/remarks.hpp"

#include <regex.h>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

/// The C library's: what LLVM's own filter takes, without <regex>.
class Pattern {
 public:
  explicit Pattern(const std::string& text) : state_(regcomp(&compiled_, text.c_str(), REG_EXTENDED | REG_NOSUB)) {}
  ~Pattern() {
    if (state_ == 0) regfree(&compiled_);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  bool good() const { return state_ == 0; }
  bool matches(const std::string& text) const { return regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t compiled_{};
  int state_;
};

std::string bad_pattern(const std::string& text) {
  return Pattern(text).good() ? std::string() : text + ": an extended regular expression was expected";
}
std::string bad_format(const std::string& value) {
  if (value == "yaml" || (value == "bitstream" && with_llvm)) return {};
  return value == "bitstream" ? "bitstream: this program was built without LLVM, which writes it; yaml"
                              : value + ": yaml or bitstream was expected";
}

}  // namespace

void declare_remarks(Options& app, RemarkFile& to, const char* what) {
  app.option("--remarks,--pass-remarks-output", to.path, what);
  app.option("--remarks-format,--pass-remarks-format", to.format,
             "how they are written: yaml, or bitstream, which is smaller and faster to read")
      .check(bad_format, "{yaml,bitstream}")
      .show_default();
  app.option("--remarks-filter,--pass-remarks-filter", to.filter, "only remarks of passes whose name this matches")
      .check(bad_pattern, "REGEX");
}

bool write_remarks(const RemarkFile& to, const RemarkList& remarks, std::string& error) {
  RemarkList chosen;
  const Pattern pattern(to.filter);
  for (const Remark& remark : remarks.remarks)
    if (to.filter.empty() || pattern.matches(remark.family)) chosen(remark);
  if (heard().document != nullptr)
    for (const Remark& remark : chosen.remarks) heard().document->add(remark);
  return to.empty() || write_output(to.path, remarks_text(chosen.remarks, to.format == "bitstream"), error);
}

}  // namespace lathe::nvptx::cli
