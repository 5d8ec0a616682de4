// What the watchers know of an instruction: one neutral record each, filled by whoever decodes.
//
// A record says what an instruction reads and writes (registers with their bits), how its results depend on its
// sources, what it does to memory (sort, scope, order), and its part in barriers, asynchronous copies and signals.
// Nothing here runs anything: the machine executes Codes, watchers ask records. An instruction may be several Codes;
// its record is met when the first of them is about to run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/state/code.hpp"
#include "simt/state/values.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

using Register = std::uint32_t;  ///< of a function: index into Description::registers
inline constexpr Register no_register = 0xffffffffU;

struct RegisterInfo {
  Slot slot = no_slot;  ///< no_slot where nothing uses it
  ValueType type;
  unsigned width() const { return type.bits == 0 ? 64 : type.bits; }
};

struct RecordOperand {
  enum class Kind : std::uint8_t {
    reg,
    constant,  ///< `value`, an integer
    symbol,    ///< `value`: for Program::symbol
    other,     ///< a result that nobody wants, a float, a special register: always defined, of no object
  };
  Kind kind = Kind::other;
  bool negated = false;
  Register reg = no_register;
  std::uint64_t value = 0;
  bool operator==(const RecordOperand&) const = default;
};

/// How far an access or a fence reaches, in rising order. There is nothing beyond the device.
enum class Scope : std::uint8_t { block, cluster, device };

/// How results depend on sources.
enum class Dependence : std::uint8_t {
  nothing,  ///< no results that depend on registers
  any,      ///< all bits of the result depend on all bits of all sources
  copy,     ///< the sources' bits one behind the other are the results': copies, packing, unpacking
  convert,  ///< between integers: cut off or extended
  upward,   ///< sums, differences, products of integers: a bit depends on those below it
  bit_and,  ///< bit by bit
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  extract,  ///< a bit field of source 0: position, length
  insert,   ///< source 0 into source 1: position, length
  permute,  ///< bytes of sources 0 and 1, by the nibbles of source 2
  select,   ///< source 2 decides between 0 and 1
  pointer,  ///< an address of another space: like copy
  load,
  store,
  atomic,
  branch,
  call,
  ret,
  shuffle,    ///< of other lanes: Record::shuffle says which
  warp_wide,  ///< a result depends on the lanes that are here
  defined,    ///< results that are taken as good: matrices, textures, special registers
};

/// Whose object a result that is an address points into, if its sources are addresses.
enum class Pointing : std::uint8_t {
  nowhere,     ///< none of an address that is a source
  first,       ///< that of source 0: copies, conversions
  either,      ///< that of the one source that has one: sums, masks
  difference,  ///< source 0 less source 1: of source 0 when the other has none
  product,     ///< source 2 plus a product of the others
  select,      ///< of sources 0 and 1 where they agree
};

struct MemoryRecord {
  enum class Sort : std::uint8_t { none, load, store, atomic } sort = Sort::none;
  Scope scope = Scope::device;
  bool strong = false;  ///< ordered with respect to others: races with weak accesses alone
  bool acquires = false, releases = false;
  bool compares = false;      ///< writes only when Code::b is what is there; then Code::c
  bool replaces = false;      ///< the old value does not matter to the new one
  bool non_coherent = false;  ///< by a path that does not see writes of this launch
  bool parameter = false;     ///< a load from what the function was given
  std::uint8_t elements = 1;
  std::uint8_t value_bits = 0;  ///< width of the registers that a store writes from; 0 where they differ
  std::uint32_t bytes = 0;      ///< of a lane; 0: not one size
};

/// Barriers of blocks and clusters run with their number in Code::a, their count of threads in Code::b (no_slot: all).
struct BarrierRecord {
  enum class Level : std::uint8_t { none, warp, block, cluster } level = Level::none;
  bool arrives = false;  ///< and does not wait
  bool waits = false;    ///< of clusters: for an arrival before
  bool relaxed = false;  ///< an arrival that orders nothing but what was fenced
};

struct CopyRecord {
  enum class Kind : std::uint8_t {
    none,
    copy,      ///< into shared memory, at any time until it is waited for
    bulk,      ///< done at once, and tells a signal
    commit,    ///< ends a group of copies
    wait,      ///< until at most `open` groups are left
    wait_all,  ///< ends the group and waits for all
    arrive,    ///< tells a signal when the copies before are done
  } kind = Kind::none;
  std::uint32_t open = 0;
};

/// An object in shared memory that threads arrive at and wait for.
struct SignalRecord {
  enum class Kind : std::uint8_t { none, make, arrive, wait } kind = Kind::none;
  std::string name;  ///< of the operation, for texts
  /// Of copies and stores that tell one when they are done: its address's slot, and that of the blocks told at the
  /// same offset, each may be no_slot.
  struct Told {
    Slot address = no_slot, blocks = no_slot;
  };
  Told (*told)(const Warp& warp, const Code& code) = nullptr;
};

struct Record {
  bool present = false;  ///< false: Codes that belong to no instruction
  Dependence kind = Dependence::nothing;
  Pointing pointing = Pointing::nowhere;
  const Code* first = nullptr;
  std::vector<RecordOperand> results, sources;  ///< those of memory's addresses are not among them
  std::vector<Register> addresses;
  Register guard = no_register;
  std::uint8_t from_bits = 0, to_bits = 0;  ///< convert: of the types. shift, extract: from_bits
  bool sign = false;                        ///< convert, shift_right, extract, load: extends the sign
  bool active_only = false;                 ///< of a scalar Code: what lanes that are not active hold does not matter
  bool register_arguments = false;          ///< call: not all arguments lie in memory
  std::uint8_t latency = 0;                 ///< cycles
  ValueType shown;                          ///< how results are meant where registers do not say
  Register branch_index = no_register;      ///< of a branch through a table, where lanes may part by it
  MemoryRecord memory;
  BarrierRecord barrier;
  CopyRecord copy;
  SignalRecord signal;
  /// shuffle: the lane that each lane reads, asked when this Code is about to run.
  struct Shuffle {
    Handler run = nullptr;
    void (*sources)(const Warp& warp, const Code& code, std::uint32_t* lanes) = nullptr;
  } shuffle;
  /// Writes shared memory at the offset in Code::a without telling observers.
  struct Unseen {
    Handler run = nullptr;
    std::uint32_t bytes = 0;
  } unseen;
};

/// Of a function: its registers, and a record for each of its instructions, by Code::inst.
struct Description {
  std::vector<RegisterInfo> registers;
  std::vector<Record> records;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
