// Places, names and findings of the checkers. Cost: O(symbols) for a name.
#include "simt/watch/check_places.hpp"

#include <algorithm>
#include <map>

#include "simt/state/program.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

const Record no_record;

std::string dim(const Dim3& d) {
  return "(" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + ")";
}

std::string plus(std::string name, std::uint64_t offset) {
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

std::string region_name(const Grid& grid, Address address) {
  const Region* region = grid.memory->below(address);
  if (region == nullptr) return "no memory";
  const std::string bytes = std::to_string(region->bytes) + (region->bytes == 1 ? " byte" : " bytes");
  std::string name;
  switch (region->kind) {
    case RegionKind::buffer:
      name = "the buffer of " + bytes;
      break;
    case RegionKind::heap:
      name = "the heap block of " + bytes;
      break;
    case RegionKind::variable:
      name = "global '" + region->name + "'";
      break;
    case RegionKind::constant:
      name = "constant '" + region->name + "'";
      break;
  }
  return plus(std::move(name), address - region->base);
}

}  // namespace

std::uint32_t Places::add(const FunctionCode& function, std::uint32_t inst) {
  Place p;
  p.function = &function;
  p.inst = inst;
  p.line = function.sources[inst].line;
  const Record* record = records_.of(function, inst);
  p.record = record != nullptr ? record : &no_record;
  places_.push_back(p);
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void Places::begin_launch(const Grid& grid) {
  records_.begin_launch(grid);
  places_.assign(1, {nullptr, &no_record, 0, 0});
  ids_.clear();
  last_ = nullptr;
  last_ids_ = nullptr;
}

Dim3 block_id(const Grid& grid, std::uint64_t linear) {
  const Dim3& g = grid.grid;
  return {static_cast<std::uint32_t>(linear % g.x), static_cast<std::uint32_t>(linear / g.x % g.y),
          static_cast<std::uint32_t>(linear / g.x / g.y)};
}

Dim3 thread_id(const Grid& grid, std::uint32_t linear) {
  const Dim3& b = grid.block;
  return {linear % b.x, linear / b.x % b.y, linear / b.x / b.y};
}

bool shared_variable(const Program& program, std::uint64_t offset, std::string& name, std::uint64_t& base,
                     std::uint64_t& bytes) {
  bool found = false;
  // Of several that hold the offset (dynamic shared memory has many names) the last begun, then the first name.
  const auto look = [&](const std::string& n, const Symbol& s) {
    if (s.kind != Symbol::Kind::shared || offset < s.address || (s.bytes != 0 && offset >= s.address + s.bytes)) return;
    if (found && (s.address < base || (s.address == base && n >= name))) return;
    found = true;
    name = n;
    base = s.address;
    bytes = s.bytes;
  };
  program.for_each_symbol(look);
  return found;
}

std::string object_name(const Grid& grid, Space space, Address address) {
  if (space == Space::local) return plus("local memory", address - local_window);
  if (space == Space::param) return plus("parameters", address - param_window);
  if (space != Space::shared) return region_name(grid, address);
  const std::uint64_t offset = address & ((1ULL << cluster_shift) - 1);
  std::string name;
  std::uint64_t base = 0, bytes = 0;
  if (shared_variable(*grid.program, offset, name, base, bytes)) return plus("shared '" + name + "'", offset - base);
  return plus("shared memory", offset);
}

CheckPlace make_check_place(const Grid& grid, const Place& place, std::string access, std::uint64_t block,
                            std::uint32_t thread) {
  CheckPlace p;
  p.access = std::move(access);
  if (place.function != nullptr) {
    p.file = place.function->file;
    p.function = place.function->name;
  }
  p.line = place.line;
  p.block = block_id(grid, block);
  p.thread = thread_id(grid, thread);
  return p;
}

std::string to_string(const CheckPlace& p) {
  std::string out = p.access + " at " + p.file;
  if (p.line != 0) out += ":" + std::to_string(p.line);
  return out + " by block " + dim(p.block) + " thread " + dim(p.thread);
}

bool Findings::is_new(const Place& first, const Place& second, unsigned reason) {
  const auto text = [](const Place& p) {
    return p.function == nullptr ? std::string() : p.function->file + ":" + std::to_string(p.line);
  };
  // Two orders of one pair are one finding.
  std::string a = text(first), b = text(second);
  if (b < a) std::swap(a, b);
  return seen_.insert(a + " " + b + " " + std::to_string(reason)).second;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
