// Software pipelining as a pass: counted loops of one block, by the modulo scheduler and its expansion.
// Needs: no phis, blocks in their final order. Gives: a pipelined loop in front of the original one, which stays as its
// remainder. Cost: lathe/modulo.hpp.
#include "adapters/nvptx_mir/modulo_expand.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {

void pipeline_loops(Module& module, Function& function, const Features&, const PassOptions& options, Faults& faults) {
  MirPipelineOptions how;
  how.check = options.verify_each;
  for (const MirPipelined& loop : pipeline_loops(module, function, how))
    if (!loop.faults.empty()) faults.push_back(loop.name + ": " + loop.faults);
}

}  // namespace lathe::nvptx
