// See algorithm.hpp.
#include "tools/lathe/algorithm.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <lathe/support/text.hpp>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/report/page.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {

void Figures::add(Figure figure) {
  const auto at =
      std::find_if(figures_.begin(), figures_.end(), [&](const Figure& f) { return f.name == figure.name; });
  if (at == figures_.end()) return figures_.push_back(std::move(figure));
  at->count += figure.count;
  at->real += figure.real;
}
void Figures::add(const std::string& name, std::uint64_t value) { add(Figure{name, value, 0, -1}); }
void Figures::add(const std::string& name, double value, int digits) { add(Figure{name, 0, value, digits}); }

std::string Figures::table() const {
  std::string out;
  for (const Figure& f : figures_)
    out += f.digits < 0 ? fmt::format("{:12}  {}\n", f.count, f.name)
                        : fmt::format("{:12.{}f}  {}\n", f.real, f.digits, f.name);
  return out;
}
Json Figures::json() const {
  Json out;
  for (const Figure& f : figures_)
    if (f.digits < 0)
      out.add(f.name.c_str(), f.count);
    else
      out.add(f.name.c_str(), f.real);
  return out;
}
void print_figures(const Figures& figures, const std::string& stats) {
  if (heard().document != nullptr) heard().document->stats.add(figures.json());
  if (stats == "json")
    tell(figures.json().text() + "\n");
  else if (!stats.empty())
    tell(figures.table());
}

Algorithm::Algorithm(const AlgorithmArguments& arguments, std::string_view family)
    : arguments_(arguments), family_(family), name_(arguments.input == "-" ? heard().input_name : arguments.input) {}
Algorithm::~Algorithm() = default;

int Algorithm::fail(const std::string& error) {
  report_error(error);
  return failed;
}

bool Algorithm::read() {
  std::string error;
  return read_input(arguments_.input, input_, error) || fail(error) == ok;
}

bool Algorithm::is_problem() const {
  TextReader in(input_, {});
  return in.next_line() && in.word() == family_;
}

std::string Algorithm::wants_ptx() const {
  const std::string option = !arguments_.rewrite.empty()    ? arguments_.rewrite_word
                             : !arguments_.function.empty() ? "--function"
                             : arguments_.maxreg != 0       ? "--maxreg"
                                                            : arguments_.ptx_word;
  return option.empty() ? std::string() : name_ + ": " + option + " wants PTX, not a problem text";
}

mir::Module* Algorithm::module() {
  auto module = std::make_unique<mir::Module>();
  Diag diag;
  if (!mir::parse(input_, name_, *module, diag)) return report(diag, name_), nullptr;
  const auto is_wanted = [&](const mir::Function& f) { return wanted(f); };
  if (!arguments_.function.empty() && std::none_of(module->functions.begin(), module->functions.end(), is_wanted)) {
    fail(name_ + ": no function '" + arguments_.function + "' with a body");
    return nullptr;
  }
  module_ = std::move(module);
  if (!arguments_.report.empty()) code_ = code_of(*module_, arguments_.function);
  progress_.expect(static_cast<std::uint64_t>(std::ranges::count_if(module_->functions, is_wanted)));
  return module_.get();
}

bool Algorithm::wanted(const mir::Function& function) const {
  return !function.blocks.empty() && (arguments_.function.empty() || function.name == arguments_.function);
}

void Algorithm::add_fault(const std::string& where, const std::string& text) {
  faults_.push_back(where.empty() ? text : where + ": " + text);
}

void Algorithm::add_lines(std::string_view faults) {
  while (!faults.empty()) {
    const std::size_t end = std::min(faults.find('\n'), faults.size());
    add_fault({}, std::string(faults.substr(0, end)));
    faults.remove_prefix(std::min(end + 1, faults.size()));
  }
}

int Algorithm::write(const std::string& text) const {
  progress_.end();
  std::string error;
  return write_output(arguments_.output, text, error) ? ok : fail(error);
}

SourcePlace Algorithm::place_of(const mir::Function& function, std::size_t block, std::size_t inst) const {
  const auto& blocks = function.blocks;
  if (block < blocks.size() && inst < blocks[block].insts.size())
    return mir::source_place(*module_, function, blocks[block].insts[inst]);
  return {};
}

SourcePlace Algorithm::place_in(const mir::Function& function, std::size_t block) const {
  if (block < function.blocks.size())
    for (std::size_t i = 0; i < function.blocks[block].insts.size(); ++i)
      if (SourcePlace at = place_of(function, block, i)) return at;
  return {};
}

void Algorithm::settle_locations() {
  if (remarks_.remarks.empty()) return;
  SourcePlace head;
  if (is_problem()) {  // its first line
    const std::size_t word = input_.find(family_);
    head.line = 1 + static_cast<std::uint32_t>(
                        std::count(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(word), '\n'));
  }
  for (Remark& remark : remarks_.remarks) {
    if (!remark.location) remark.location = head;
    if (remark.location && remark.location.file.empty()) remark.location.file = name_;
  }
}

int Algorithm::rewrite() {
  progress_.end();
  std::string error;
  return write_output(arguments_.rewrite, mir::print(*module_), error) ? ok : fail(error);
}

bool Algorithm::write_report(std::string& error) {
  Document remarks;
  for (const Remark& remark : remarks_.remarks) remarks.add(remark);
  Json part, parts, one, document;
  const std::string command = family_ == "thinlto" ? "import" : family_ == "inlining" ? "inline" : std::string(family_);
  part.add("command", "lathe " + command + " " + name_ + " --json").add("results", std::move(results_));
  part.add("pictures", std::move(pictures_)).add("stats", figures_.json());
  parts.add(command.c_str(), std::move(part));
  one.add("part", std::string("module")).add("module", name_).add("parts", std::move(parts));
  if (module_ != nullptr) one.add("ptx", input_).add("code", std::move(code_));
  one.add("remarks", std::move(remarks.remarks));
  std::vector<Json> results;
  results.push_back(std::move(one));
  document.add("schema", std::uint64_t{document_schema}).add("version", std::string(LATHE_VERSION));
  document.add("command", command).names("faults", faults_).add("results", std::move(results));
  return write_page(arguments_.report, command + " of " + name_, document.text(), {}, error);
}

int Algorithm::finish(bool only_right) {
  progress_.end();
  const bool taken = arguments_.rewrite == "-" && arguments_.output == "-";  // standard output has the module
  const bool right = !only_right || faults_.empty();
  settle_locations();
  figures_.add("milliseconds", milliseconds_, 3);
  // The page first: where it cannot be written, nothing else is.
  if (std::string error; !arguments_.report.empty() && right && !write_report(error)) return fail(error);
  if (!arguments_.output.empty() && !taken && right)
    if (const int state = write(text_); state != ok) return state;
  if (std::string error; !write_remarks(arguments_.remarks, remarks_, error)) return fail(error);
  print_figures(figures_, arguments_.stats);
  if (Document* const document = heard().document; document != nullptr) {
    for (const std::string& fault : faults_) document->faults.push_back(one_line(fault));
  }
  if (arguments_.check) tell(fmt::format("checker: {} faults\n", faults_.size()));
  for (const std::string& fault : faults_) tell(fault + "\n");
  return faults_.empty() ? ok : failed;
}

}  // namespace lathe::nvptx::cli
