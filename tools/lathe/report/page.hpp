// A report as one file: the page's own text, the program's scripts, a plotting library with its licence, and the data.
#pragma once

#include <string>

namespace lathe::nvptx::cli {

/// The plotting library, and the words under which it may be handed on.
struct Plotting {
  std::string script, licence;
};
/// From `path` where it is not empty, with a file LICENSE or copyright beside it or a comment at its head; else what was
/// there when the program was built, else Debian's libjs-d3. False and an error text, which says what is missing and
/// how to give it.
bool find_plotting(const std::string& path, Plotting& plotting, std::string& error);

/// The page of a document (its JSON on one line). Needs nothing from elsewhere.
std::string page_text(const std::string& title, const std::string& data, const Plotting& plotting);
/// find_plotting and page_text, written to a file. False and an error text.
bool write_page(const std::string& file, const std::string& title, const std::string& data, const std::string& d3,
                std::string& error);

}  // namespace lathe::nvptx::cli
