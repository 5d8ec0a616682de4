// What a thread that builds functions has of the module (codegen/build/view.hpp), with what only this back end asks.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "codegen/build/references.hpp"
#include "codegen/build/view.hpp"

namespace lathe::nvptx::debug {
class Plan;
}

namespace lathe::nvptx::build {

using namespace codegen::build;

/// What CUDA's front ends write.
inline constexpr ModuleWords words{.fact_prefix = "nvvm.", .call_layout = "callalign"};

class View : public codegen::build::View {
 public:
  /// `debug` is the module's, null without any.
  View(const llvm::Module& module, const Globals& globals, const References& references,
       std::shared_ptr<const debug::Plan> debug = nullptr)
      : codegen::build::View(module, globals, references, kinds), debug_(std::move(debug)) {}
  /// Of a module that has all bodies.
  explicit View(const llvm::Module& module, std::shared_ptr<const debug::Plan> debug = nullptr)
      : View(module, Globals(module, words), References(module, words), std::move(debug)) {}

  enum class Metadata : std::uint8_t { call_align, cache_hint, source_place };
  /// !callalign, !mem.cache_hint, !srcloc of an instruction; null without one.
  const llvm::MDNode* metadata(const llvm::Instruction& instruction, Metadata kind) const {
    return codegen::build::View::metadata(instruction, static_cast<std::size_t>(kind));
  }
  /// Of the module's debug information; null without any.
  const debug::Plan* debug() const { return debug_.get(); }

 private:
  static constexpr std::string_view kinds[] = {"callalign", "mem.cache_hint", "srcloc"};  // as in Metadata
  std::shared_ptr<const debug::Plan> debug_;
};

}  // namespace lathe::nvptx::build
