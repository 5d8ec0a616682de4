// Files of remarks, as LLVM's tools read them: --remarks, --remarks-format, --remarks-filter.
#pragma once

#include <string>
#include <vector>

#include <lathe/support/remark.hpp>

namespace lathe::nvptx::cli {

class Options;

/// What was asked for.
struct RemarkFile {
  std::string path;  ///< empty: no file
  std::string format = "yaml";
  std::string filter;  ///< an extended regular expression; of passes whose name it matches somewhere; empty: of all
  bool empty() const { return path.empty(); }
};
/// `what`: the help of --remarks. The names of llc's and clang's options mean the same.
void declare_remarks(Options& app, RemarkFile& to, const char* what);

/// Those that the filter leaves go to the file, and to --json's document. False and an error text.
bool write_remarks(const RemarkFile& to, const RemarkList& remarks, std::string& error);

}  // namespace lathe::nvptx::cli
