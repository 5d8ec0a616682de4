// The page's files as the build embedded them (cmake/report.cmake). Private to the report.
#pragma once

#include <string_view>

namespace lathe::nvptx::cli {

extern const std::string_view page_html;     ///< with @TITLE@, @STYLE@, @LICENCE@, @PLOT@, @DATA@ and @SCRIPT@
extern const std::string_view page_style;    ///< all of page/*.css
extern const std::string_view page_script;   ///< all of page/*.js, by name
extern const std::string_view page_plot;     ///< d3.min.js; empty where it was not there
extern const std::string_view page_licence;  ///< its licence

}  // namespace lathe::nvptx::cli
