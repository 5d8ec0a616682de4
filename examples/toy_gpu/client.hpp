// What the toy GPU says while LLVM IR becomes graphs (codegen/build/client.hpp): registers and phis of the machine
// function, where arguments lie, the front end's intrinsics. Private to the compiler.
#pragma once

#include <vector>

#include "codegen/build/c_layout.hpp"
#include "codegen/build/families.hpp"
#include "examples/toy_gpu/target.hpp"

namespace toy_gpu {

using build::Places;
/// Where arguments lie in the bytes below the callee's `frame`, which are a multiple of 16; results lie from their start
/// again.
Places places_below(const std::vector<ParamLayout>& parameters, const std::vector<ParamLayout>& results);

class Client final : public build::Client {
 public:
  Client(const llvm::Function& source, const build::View& view, const TypeFacts& facts, machine::Function& out);
  /// After the last block: the phis, each at the head of its block.
  void finish();

  std::uint32_t new_register(Vt legal) override;
  std::uint32_t phi(std::uint32_t block, std::uint32_t result, Vt type, std::span<const std::uint32_t> from) override;
  void phi_input(std::uint32_t phi, std::uint32_t input, std::uint32_t reg) override;
  std::optional<ParamLayout> argument_layout(build::Context& c, const llvm::CallBase& call, unsigned index) override;
  ParamLayout byval_layout(build::Context& c, const llvm::CallBase& call, unsigned index) override;
  std::optional<ParamLayout> result_layout(build::Context& c, const llvm::CallBase& call) override;
  std::optional<ParamLayout> return_layout(build::Context& c, const llvm::Type* type) override;
  void argument(build::Context& c, const llvm::Argument& parameter) override;
  bool intrinsic(build::Context& c, const llvm::CallBase& call, llvm::StringRef name) override;
  void inline_assembly(build::Context& c, const llvm::CallBase& call) override;
  std::string lacks(build::Ability ability) const override;

  Places own;  ///< of this function's parameters; a kernel's from the start of its argument block

 private:
  struct Phi {
    std::uint32_t block, result;
    std::vector<std::pair<machine::BlockId, machine::ValueId>> inputs;
  };
  const build::View& view_;
  machine::Function& out_;
  std::vector<Phi> phis_;
  std::vector<std::uint32_t> alignments_;  ///< per parameter
};

}  // namespace toy_gpu
