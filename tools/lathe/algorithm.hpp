// What the commands of single algorithms do alike: read a problem text or PTX, time the algorithm, write its answer, and
// tell of faults, counters and remarks.
#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::mir {
class Module;
struct Function;
}  // namespace lathe::nvptx::mir

namespace lathe::nvptx::cli {

/// What --stats tells, in order.
class Figures {
 public:
  /// A name that is there already gets the sum.
  void add(const std::string& name, std::uint64_t value);
  void add(const std::string& name, double value, int digits);
  template <Counters S>
  void add(const S& stats) {
    for (const auto& [name, member] : S::fields()) add(name, stats.*member);
  }
  /// A line for each: the number, right-aligned, then its name.
  std::string table() const;
  Json json() const;

 private:
  struct Figure {
    std::string name;
    std::uint64_t count;
    double real;
    int digits;  ///< behind the point; -1: it is a count
  };
  void add(Figure figure);
  std::vector<Figure> figures_;
};
/// To standard error, as --stats or --stats=json asks, and to --json's document; nothing without.
void print_figures(const Figures& figures, const std::string& stats);

/// One run of such a command.
class Algorithm {
 public:
  /// `family`: the first word of its problem texts.
  Algorithm(const AlgorithmArguments& arguments, std::string_view family);
  ~Algorithm();
  Algorithm(const Algorithm&) = delete;
  Algorithm& operator=(const Algorithm&) = delete;

  /// Reads the input. False after a message.
  bool read();
  /// Is the input a problem text, by its first word?
  bool is_problem() const;
  const std::string& input() const { return input_; }
  /// For messages.
  const std::string& name() const { return name_; }
  /// The input by the family's reader, an optional; empty after a message, which also says which options want PTX.
  template <class Read>
  auto problem(Read&& read) const {
    std::string error = wants_ptx();
    auto problem = error.empty() ? read(input_, name_, error) : decltype(read(input_, name_, error))();
    if (!problem) fail(error);
    return problem;
  }
  /// The input as PTX; null after a message, also where no function of it has the name that was asked for.
  mir::Module* module();
  /// Has it a body, and is it the one that was asked for?
  bool wanted(const mir::Function& function) const;

  /// One function of those that are wanted is done with.
  void done() const { progress_.done(); }

  /// Null where nobody wants them.
  RemarkList* remarks() {
    return arguments_.remarks.empty() && heard().document == nullptr && arguments_.report.empty() ? nullptr : &remarks_;
  }
  /// The places of the remarks that came since the last call: find(remark), a SourcePlace. Of a problem text they have
  /// that of its first line without being told.
  template <class F>
  void locate(F&& find) {
    for (; located_ < remarks_.remarks.size(); ++located_)
      if (Remark& remark = remarks_.remarks[located_]; !remark.location) remark.location = find(remark);
  }
  /// Of an instruction of the module by its number in the block; the first one known in a block. A number out of range: nothing.
  SourcePlace place_of(const mir::Function& function, std::size_t block, std::size_t inst) const;
  SourcePlace place_in(const mir::Function& function, std::size_t block) const;
  /// Of --json: what was found, as `make()` tells it; nothing without.
  template <class Make>
  void result(Make&& make) {
    if (heard().document != nullptr) heard().document->results.push_back(make());
    if (!arguments_.report.empty()) results_.push_back(make());
  }
  /// Whether a page wants what it draws beside the results: that of --report, or of `lathe report`.
  bool draws() const { return !arguments_.report.empty() || heard().pictures != nullptr; }
  /// What a page draws beside the results, as `make()` tells it; nothing without.
  template <class Make>
  void picture(Make&& make) {
    if (heard().pictures != nullptr) heard().pictures->push_back(make());
    if (!arguments_.report.empty()) pictures_.push_back(make());
  }
  /// What f gives; its time is added to that of --stats.
  template <class F>
  decltype(auto) timed(F&& f) {
    const Timer timer(milliseconds_);
    return f();
  }
  Figures& figures() { return figures_; }
  std::string& text() { return text_; }
  /// Of a checker: "WHERE: TEXT (at PLACE)" for each.
  template <class List>
  void add_faults(const List& faults, const std::string& where = {}) {
    for (const auto& fault : faults) add_fault(where, fault.text + " (at " + std::to_string(fault.place) + ")");
  }
  void add_fault(const std::string& where, const std::string& text);
  /// One fault a line.
  void add_lines(std::string_view faults);
  std::size_t faults() const { return faults_.size(); }

  /// Tells, and gives `failed`.
  static int fail(const std::string& error);
  /// Writes to --output and ends the run; an exit state.
  int write(const std::string& text) const;
  /// Writes the module to --rewrite. An exit state. Where both go to standard output the answer is left out.
  int rewrite();
  /// Writes the answer and the remarks, tells figures and faults: the exit state. Of an answer with faults nothing is
  /// written where `only_right`.
  int finish(bool only_right = false);

 private:
  class Timer {
   public:
    explicit Timer(double& sum) : sum_(sum), start_(std::clock()) {}
    ~Timer() { sum_ += 1e3 * static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

   private:
    double& sum_;
    std::clock_t start_;  // of the processor: the machine may have more to do
  };
  std::string wants_ptx() const;
  void settle_locations();
  bool write_report(std::string& error);

  const AlgorithmArguments& arguments_;
  std::string_view family_;
  std::string input_, name_, text_;
  std::unique_ptr<mir::Module> module_;
  RemarkList remarks_;
  std::size_t located_ = 0;
  mutable Progress progress_{"functions"};
  Figures figures_;
  std::vector<std::string> faults_;
  std::vector<Json> results_, pictures_, code_;  // of --report
  double milliseconds_ = 0;
};

}  // namespace lathe::nvptx::cli
