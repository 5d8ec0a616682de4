// The frame of a function of PTX: its .local variables become one, __local_depot of the function's number, laid out by
// category and alignment (passes/frame_layout.hpp); the stack size is told, and that it is above a limit.
//
// What is a depot already comes first, as what stands fixed in it; arrays of 8 bytes and more are large, as they are to the
// reference's stack protector; then variables whose address goes further than to loads and stores. Variables of inner scopes,
// and those that a text names, stay what they are.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/frame_layout.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/slots.hpp"

namespace lathe::nvptx::machine {
namespace {

using Kind = mir::Operand::Kind;
// What other compilers call a frame, too; behind it stands the function's number.
constexpr std::string_view depot_name = "__local_depot";

struct FrameStats {
  std::uint64_t variables = 0, bytes_before = 0, bytes_after = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t FrameStats::*>;
    return std::array{F{"variables", &FrameStats::variables}, F{"bytes before", &FrameStats::bytes_before},
                      F{"bytes behind", &FrameStats::bytes_after}};
  }
};
struct FrameResult {
  FrameStats stats;
  std::uint64_t changes = 0;
  bool out_of_fuel = false;
};

class FrameOf {
 public:
  explicit FrameOf(MachineChain& on) : code_(on.code()), m_(code_.module()), f_(code_.function()) {
    std::map<std::string, int> named;
    for (const mir::Variable& v : f_.variables) ++named[v.name];
    for (const mir::Variable& v : m_.variables) ++named[v.name];
    const std::string text = texts();
    const std::set<std::uint32_t> taken = addresses_taken(on);
    for (std::size_t k = 0; k < f_.variables.size(); ++k) {
      const mir::Variable& v = f_.variables[k];
      if (v.space != mir::Space::local) continue;
      const mir::Extent extent = mir::extent_of(m_, f_, v.name);
      bytes_ += extent.bytes;
      const bool placed = k < f_.placed.size() && f_.placed[k];
      if (placed || named[v.name] != 1 || extent.bytes == 0 || text.find(v.name) != std::string::npos) continue;
      numbers_.push_back(k);
      lathe::passes::FrameObject object{extent.bytes, extent.align};
      using enum lathe::passes::FrameCategory;
      if (v.name.starts_with(depot_name))
        object.category = fixed;
      else if (!v.dims.empty())
        object.category = extent.bytes >= 8 ? large_array : small_array;
      else if (taken.count(m_.name(v.name)) != 0)
        object.category = address_taken;
      objects_.push_back(object);
    }
  }
  std::uint64_t bytes() const { return bytes_; }
  /// Is there anything to put together or to rename?
  bool worth() const {
    return objects_.size() > 1 || (objects_.size() == 1 && objects_[0].category != lathe::passes::FrameCategory::fixed);
  }
  std::size_t variables() const { return objects_.size(); }
  /// Nothing where the name of the depot is somebody else's, or the frame is too large.
  std::optional<lathe::passes::FrameLayout> layout() {
    std::size_t number = 0;
    while (number < m_.functions.size() && &m_.functions[number] != &f_) ++number;
    name_ = std::string(depot_name) + std::to_string(number);
    const auto others = [&](const auto& all, bool own) {
      for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k].name == name_ && !(own && std::find(numbers_.begin(), numbers_.end(), k) != numbers_.end()))
          return true;
      return false;
    };
    if (others(f_.variables, true) || others(m_.variables, false) || others(f_.params, false)) return {};
    return lathe::passes::lay_out(objects_);
  }
  void apply(const lathe::passes::FrameLayout& layout) {
    std::map<std::uint32_t, std::int64_t> offset;  // by name
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      offset[m_.name(f_.variables[numbers_[k]].name)] = layout.offsets[k];
    const std::uint32_t depot = m_.name(name_);
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b)) {
        if (code_.op(i).op == mir::Op::p_decl) continue;
        for (mir::Operand& o : code_.slots(i)) {
          if (o.kind != Kind::symbol && o.kind != Kind::mem_sym) continue;
          const auto at = offset.find(o.a);
          if (at == offset.end()) continue;
          o.a = depot;
          o.value += at->second;
        }
      }
    mir::Variable made = f_.variables[numbers_[0]];
    made.name = name_;
    made.type = mir::Type::b8;
    made.vector = 1;
    made.align = static_cast<std::uint32_t>(layout.align);
    made.dims = {layout.bytes};
    f_.variables[numbers_[0]] = made;
    for (std::size_t k = numbers_.size(); k-- > 1;) drop(numbers_[k]);
  }

 private:
  // Names of variables whose address is more than that of accesses.
  std::set<std::uint32_t> addresses_taken(MachineChain& on) const {
    const MirSlots slots(code_, false);
    std::set<std::uint32_t> out;
    if (!slots.any()) return out;
    const lathe::passes::SlotAccesses<MirCode, MirSlots> accesses(code_, slots, on.uses(), on.live_out());
    for (const auto& object : accesses.objects())
      if (object.why == lathe::passes::SlotReason::escapes) out.insert(object.symbol - 1);
    return out;
  }
  // All text that may name a variable.
  std::string texts() const {
    std::string out;
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b)) {
        for (const mir::Operand& o : std::as_const(code_).slots(i))
          if (o.kind == Kind::text) out += m_.name(o.a) + "\n";
        if (code_.op(i).op == mir::Op::p_asm)
          out += f_.asms[static_cast<std::size_t>(std::as_const(code_).slots(i)[0].value)].text + "\n";
      }
    return out;
  }
  // Declarations of scopes name variables by their numbers.
  void drop(std::size_t k) {
    f_.variables.erase(f_.variables.begin() + static_cast<std::ptrdiff_t>(k));
    if (k < f_.placed.size()) f_.placed.erase(f_.placed.begin() + static_cast<std::ptrdiff_t>(k));
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b))
        if (code_.op(i).op == mir::Op::p_decl && code_.slots(i).back().value > static_cast<std::int64_t>(k))
          --code_.slots(i).back().value;
  }

  MirCode& code_;
  mir::Module& m_;
  mir::Function& f_;
  std::vector<std::size_t> numbers_;  // of the variables that become one
  std::vector<lathe::passes::FrameObject> objects_;
  std::uint64_t bytes_ = 0;
  std::string name_;
};

}  // namespace

void lay_out_frame(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  FrameOf frame(on.start());
  if (frame.bytes() == 0) return;
  FrameResult result;
  auto sink = context.sink();
  lathe::passes::Changes<decltype(sink)> changes("prologepilog", context.fuel, sink);
  result.stats.variables = frame.variables();
  result.stats.bytes_before = result.stats.bytes_after = frame.bytes();
  if (frame.worth())
    if (const auto layout = frame.layout(); layout && changes.next("FrameLaidOut")) {
      frame.apply(*layout);
      on.forget();
      result.stats.bytes_after = FrameOf(on).bytes();
    }
  const std::string name = code.function().name;
  const std::uint64_t bytes = result.stats.bytes_after;
  changes.remark(Remark::Kind::analysis, "StackSize", code,
                 [&] { return std::to_string(bytes) + " stack bytes in function '" + name + "'"; });
  const int limit = context.options.knobs.warn_stack_size;
  if (limit >= 0 && bytes > static_cast<std::uint64_t>(limit)) {
    const std::string what = "stack frame size (" + std::to_string(bytes) + ") exceeds limit (" +
                             std::to_string(limit) + ") in function '" + name + "'";
    changes.remark(Remark::Kind::missed, "StackSizeExceeded", code, [&] { return what; });
    if (context.printed != nullptr) *context.printed += "warning: " + what + "\n";
  }
  changes.close(result);
  context.count(result);
}

}  // namespace lathe::nvptx::machine
