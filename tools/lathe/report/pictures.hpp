// What pages draw beside an algorithm's results: of each problem what the results' numbers are about. One function for
// each family; their members are told by docs/report.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/lathe/json.hpp"

namespace lathe {
namespace flow {
struct Problem;
}
namespace group {
struct Problem;
}
namespace modulo {
struct ExpandOptions;
struct Problem;
struct Result;
}  // namespace modulo
namespace outline {
struct Problem;
}
namespace pressure {
struct Problem;
struct Report;
}  // namespace pressure
namespace sched {
struct Problem;
}
namespace thinlto {
struct Problem;
}
}  // namespace lathe

namespace lathe::nvptx::mir {
class Module;
struct Function;
struct Inst;
}  // namespace lathe::nvptx::mir

namespace lathe::nvptx::cli {

/// Pressure at every place, the sets' limits and steps, and what is live where it is highest. `function`: of PTX, null
/// of a problem text, where nothing is known of what can be made again.
Json picture_of(const pressure::Problem& problem, const pressure::Report& report, const mir::Module* module,
                const mir::Function* function);
/// Units, latencies, the cycles of the source order, and the chain that all orders wait for. `with_names`: of a problem
/// text; of PTX a page has the instructions' text.
Json picture_of(const sched::Problem& problem, bool with_names);
/// Units, edges and reservations of a loop; of a schedule its expansion's blocks.
Json picture_of(const modulo::Problem& problem, const modulo::Result& result, const modulo::ExpandOptions& options);
/// Blocks and candidates with their kinds, widths and keys.
Json picture_of(const group::Problem& problem);
/// Functions and blocks: how many instructions and bytes each has.
Json picture_of(const outline::Problem& problem);
/// Edges between blocks, and how many instructions each block has.
Json picture_of(const flow::Problem& problem);
/// Modules with their functions, and the calls between modules.
Json picture_of(const thinlto::Problem& problem);
/// One access to memory of a module's functions: where it stands, how wide it is, how it is cached, and if it is no
/// candidate of the grouper, why.
std::vector<Json> accesses_of(const mir::Module& module, const mir::Function& function);
/// Of each function with a body, or the one that is wanted: its instructions by their lines in the PTX, in the source as
/// far as .loc says, and its accesses.
std::vector<Json> code_of(const mir::Module& module, const std::string& wanted);

}  // namespace lathe::nvptx::cli
