// See page.hpp.
#include "tools/lathe/report/page.hpp"

#include <filesystem>
#include <string_view>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/report/page_parts.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char debian_script[] = "/usr/share/javascript/d3/d3.min.js",
               debian_licence[] = "/usr/share/doc/libjs-d3/copyright";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

// Within <script> nothing may look like its end, or open a comment; both stand in strings alone.
std::string in_script(std::string text) {
  for (const std::string_view word : {"</script", "<!--"})
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += 2) text.insert(at + 1, "\\");
  return text;
}
// In JSON the sign itself is written as a number.
std::string data_in_script(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 64);
  for (const char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

// A comment at the head of the script.
std::string head_of(const std::string& script) {
  const std::size_t from = script.find("/*");
  if (from == std::string::npos || script.find_first_not_of(" \t\r\n") != from) return {};
  return script.substr(from, script.find("*/", from) + 2 - from);
}

bool read_from(const std::string& path, Plotting& plotting, std::string& error) {
  if (!read_input(path, plotting.script, error)) return false;
  if (plotting.script.find("d3=") == std::string::npos && plotting.script.find("d3 = ") == std::string::npos)
    return error = path + ": this is not d3.js", false;
  std::vector<std::string> places;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const char* name : {"LICENSE", "LICENSE.txt", "copyright"}) places.push_back((folder / name).string());
  if (path == debian_script) places.emplace_back(debian_licence);
  if (const std::string beside = first_file(places); !beside.empty())
    return read_input(beside, plotting.licence, error);
  plotting.licence = head_of(plotting.script);
  if (!plotting.licence.empty()) return true;
  error = path + ": no licence stands at its head or beside it; put its text as LICENSE into the same folder";
  return false;
}

void replace(std::string& text, std::string_view mark, const std::string& by) {
  if (const std::size_t at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), by);
}

}  // namespace

bool find_plotting(const std::string& path, Plotting& plotting, std::string& error) {
  if (!path.empty()) return read_from(path, plotting, error);
  if (!page_plot.empty()) {
    plotting = {std::string(page_plot), std::string(page_licence)};
    return true;
  }
  if (!first_file({debian_script}).empty()) return read_from(debian_script, plotting, error);
  error = std::string("a page needs d3.js, version 3, which was not there when this program was built and is not at ") +
          debian_script +
          ": install Debian's libjs-d3; lathe report also takes the file by --d3 FILE, and needs none for --json";
  return false;
}

std::string page_text(const std::string& title, const std::string& data, const Plotting& plotting) {
  std::string out(page_html);
  // The data last: what it holds must not be taken for a mark.
  replace(out, "@TITLE@", escaped(title));
  replace(out, "@STYLE@", std::string(page_style));
  replace(out, "@LICENCE@", escaped(plotting.licence));
  replace(out, "@PLOT@", in_script(plotting.script));
  const std::size_t at = out.find("@DATA@");
  std::string behind = out.substr(at + 6);
  replace(behind, "@SCRIPT@", std::string(page_script));
  out.resize(at);
  return out + data_in_script(data) + behind;
}

bool write_page(const std::string& file, const std::string& title, const std::string& data, const std::string& d3,
                std::string& error) {
  Plotting plotting;
  return find_plotting(d3, plotting, error) && write_output(file, page_text(title, data, plotting), error);
}

}  // namespace lathe::nvptx::cli
