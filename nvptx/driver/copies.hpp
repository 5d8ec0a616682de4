// The module that is compiled: read and prepared, by several threads where that pays.
//
// A module of LLVM's belongs to one thread at a time, and so does all that is made in its context. So each thread reads
// the input for itself, which gives it a copy of the module; runs the module's steps of `prepare` on it, all threads
// the same; then takes functions, each the next that nobody has, and prepares them in its copy. What it says of a
// function (messages, names in the body) goes by the function's number, which is the same in all copies. A thread
// leaves out the bodies that only another needs (quiet_bodies.hpp, of bitcode quiet_functions.hpp). Handing a module on
// as bitcode would cost more: it is written and read again before the second thread can begin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/build/build.hpp"
#include "nvptx/driver/compile.hpp"

namespace llvm {
class Module;
}

namespace lathe::nvptx::debug {
class Plan;
}

namespace lathe::nvptx {

class Copies {
 public:
  /// `ir` and `options` must outlive this.
  Copies(std::string_view ir, const std::string& name, const CompileOptions& options);
  ~Copies();
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  /// With so many threads, or one where the functions cannot be told apart or there is debug information, whose
  /// metadata is one whole. False after an error; the messages are those of one thread.
  bool prepare(unsigned threads, Diag& diag, CompileStats& stats);
  /// The options with what the module itself says of its target.
  const CompileOptions& options() const;
  /// The module as IR, where one thread prepared it.
  std::string text() const;
  /// The module's skeleton. Each body's source is in the copy where it was prepared; `view` is that copy's number.
  bool build(mir::Module& out, std::vector<Body>& bodies, Diag& diag);
  /// Takes a body's blocks away. For one thread alone.
  void forget(const Body& body);
  /// The first copy, which has all metadata; and all bodies where there is debug information (see prepare).
  const llvm::Module& module() const;
  /// A View of each copy. `debug` is of the first, null when the module has no debug information.
  std::vector<build::View> views(const std::shared_ptr<const debug::Plan>& debug) const;

 private:
  struct Copy;
  struct Function;
  struct Common;
  bool read(Copy& copy, unsigned index) const;
  bool agree(const Common& common);
  bool has_all_bodies(const Copy& copy) const;
  void fill(unsigned index, bool alone);
  std::vector<std::uint32_t> bodies(const Copy& copy, bool alone) const;
  void prepare_functions(Copy& copy, unsigned index, bool alone);
  bool must_be_done_alone() const;
  bool tell(Diag& diag) const;

  std::string_view ir_;
  const std::string& name_;
  const CompileOptions& given_;
  std::vector<std::unique_ptr<Copy>> copies_;
  std::vector<Function> functions_;  ///< by number
  struct Work;
  std::unique_ptr<Work> work_;
  std::unique_ptr<const codegen::build::References> references_;
};

}  // namespace lathe::nvptx
