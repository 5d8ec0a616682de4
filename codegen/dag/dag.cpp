// Operations and conditions by name, the Dag's side tables and its shorthands.
//
// Side tables are uniqued by hash through SideIndex: one look-up is expected O(size of the entry).
#include "codegen/dag/dag.hpp"

#include <algorithm>

namespace lathe::codegen {

// ---- operations and conditions ---------------------------------------------------------------------

namespace {

constexpr std::string_view isd_names[] = {
#define LATHE_ISD(name, text, properties) text,
#include "codegen/dag/isd.def"
#undef LATHE_ISD
};

constexpr IsdInfo isd_info(std::string_view properties) {
  IsdInfo out;
  for (const char c : properties) {
    out.commutative |= c == 'C';
    out.chained |= c == 'H';
    out.leaf |= c == 'L';
    out.side_effect |= c == 'S';
  }
  out.chained |= out.side_effect;
  return out;
}

constexpr IsdInfo isd_infos[] = {
#define LATHE_ISD(name, text, properties) isd_info(properties),
#include "codegen/dag/isd.def"
#undef LATHE_ISD
};

struct CondName {
  Cond cond;
  std::string_view name;
};
// The unordered conditions of floats end in `_f`: without it ugt is the unsigned integer condition.
constexpr CondName cond_names[] = {
    {Cond::f_false, "false"}, {Cond::oeq, "oeq"},     {Cond::ogt, "ogt"},     {Cond::oge, "oge"},
    {Cond::olt, "olt"},       {Cond::ole, "ole"},     {Cond::one, "one"},     {Cond::ord, "ord"},
    {Cond::uno, "uno"},       {Cond::ueq, "ueq"},     {Cond::ugt_f, "ugt_f"}, {Cond::uge_f, "uge_f"},
    {Cond::ult_f, "ult_f"},   {Cond::ule_f, "ule_f"}, {Cond::une, "une"},     {Cond::f_true, "true"},
    {Cond::eq, "eq"},         {Cond::sgt, "sgt"},     {Cond::sge, "sge"},     {Cond::slt, "slt"},
    {Cond::sle, "sle"},       {Cond::ne, "ne"},       {Cond::ugt, "ugt"},     {Cond::uge, "uge"},
    {Cond::ult, "ult"},       {Cond::ule, "ule"},
};

constexpr std::string_view rmw_names[] = {"xchg", "add",      "sub",      "and",       "nand",    "or",   "xor",
                                          "max",  "min",      "umax",     "umin",      "fadd",    "fsub", "fmax",
                                          "fmin", "inc_wrap", "dec_wrap", "usub_cond", "usub_sat"};

}  // namespace

std::string_view to_string(Isd op) { return op < Isd::count ? isd_names[static_cast<std::size_t>(op)] : "?"; }

Isd parse_isd(std::string_view text) {
  for (std::size_t i = 0; i < std::size(isd_names); ++i)
    if (isd_names[i] == text) return static_cast<Isd>(i);
  return Isd::count;
}

const IsdInfo& info(Isd op) { return isd_infos[static_cast<std::size_t>(op)]; }

std::string_view to_string(Cond cond) {
  for (const CondName& entry : cond_names)
    if (entry.cond == cond) return entry.name;
  return "?";
}

Cond parse_cond(std::string_view text, bool& ok) {
  for (const CondName& entry : cond_names)
    if (entry.name == text) {
      ok = true;
      return entry.cond;
    }
  ok = false;
  return Cond::f_false;
}

Cond swapped(Cond cond) {
  // Greater (2) and less (4) change places; equal, unordered and the kind stay.
  const unsigned bits = static_cast<unsigned>(cond);
  return static_cast<Cond>((bits & ~6U) | ((bits & 2U) << 1) | ((bits & 4U) >> 1));
}

Cond inverse(Cond cond) {
  const unsigned bits = static_cast<unsigned>(cond);
  if (!is_integer(cond)) return static_cast<Cond>(bits ^ 15U);
  // eq and ne carry no sign bit, so only the three relation bits turn.
  return static_cast<Cond>(bits ^ 7U);
}

std::string_view to_string(RmwOp op) {
  const auto index = static_cast<std::size_t>(op);
  return index < std::size(rmw_names) ? rmw_names[index] : "?";
}

// ---- side tables -----------------------------------------------------------------------------------

namespace {

struct Hasher {
  std::uint64_t value = 0x2545F4914F6CDD1DULL;
  Hasher& operator<<(std::uint64_t word) {
    value = (value ^ word) * 0x9E3779B97F4A7C15ULL;
    value ^= value >> 29;
    return *this;
  }
  Hasher& operator<<(std::string_view text) {
    for (const char c : text) *this << static_cast<std::uint64_t>(static_cast<unsigned char>(c));
    return *this << text.size();
  }
  Hasher& operator<<(Vt type) { return *this << static_cast<std::uint64_t>(type.raw); }
  std::uint64_t done() const { return value * 0xD6E8FEB86659FD93ULL; }
};

template <class Table, class Entry>
std::uint32_t index_of(Table& table, SideIndex& lookup, std::uint64_t hash, const Entry& entry) {
  const auto same = [&](std::uint32_t index) {
    return index < table.size() && std::equal(table[index].begin(), table[index].end(), entry.begin(), entry.end());
  };
  if (const std::int64_t found = lookup.find(hash, same); found >= 0) return static_cast<std::uint32_t>(found);
  const auto index = static_cast<std::uint32_t>(table.size());
  table.emplace_back(entry.begin(), entry.end());
  lookup.insert(hash, index);
  return index;
}

std::uint64_t hash_of(const MemInfo& m) {
  Hasher h;
  h << m.type << m.align
    << (static_cast<std::uint64_t>(m.space) | static_cast<std::uint64_t>(m.extend) << 8 |
        static_cast<std::uint64_t>(m.ordering) << 16 | static_cast<std::uint64_t>(m.failure_ordering) << 24 |
        static_cast<std::uint64_t>(m.scope) << 32 | static_cast<std::uint64_t>(m.is_volatile) << 40 |
        static_cast<std::uint64_t>(m.invariant) << 41 | static_cast<std::uint64_t>(m.lanes) << 48 |
        static_cast<std::uint64_t>(m.cache) << 56);
  if (m.policy != 0) h << m.policy;
  return h.done();
}

std::uint64_t hash_of(const Recipe& recipe) {
  Hasher h;
  h << recipe.mnemonic;
  for (const RecipeOperand& o : recipe.operands)
    h << static_cast<std::uint64_t>(o.kind) << o.index << static_cast<std::uint64_t>(o.value) << o.text;
  for (const Vt type : recipe.result_types) h << type;
  for (const Vt type : recipe.input_types) h << type;
  return h.done();
}

}  // namespace

void SideIndex::insert(std::uint64_t hash, std::uint32_t index) {
  if ((used_ + 1) * 4 > slots_.size() * 3) {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(16, old.size() * 2), Slot{});
    used_ = 0;
    for (const Slot& slot : old)
      if (slot.index != empty) insert(slot.hash, slot.index);
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (hash >> 20) & mask;
  while (slots_[at].index != empty) at = (at + 1) & mask;
  slots_[at] = {hash, index};
  ++used_;
}

std::uint32_t Dag::memory_index(const MemInfo& m) {
  const std::uint64_t hash = hash_of(m);
  const auto same = [&](std::uint32_t index) { return index < memory.size() && memory[index] == m; };
  if (const std::int64_t found = memory_lookup_.find(hash, same); found >= 0) return static_cast<std::uint32_t>(found);
  const auto index = static_cast<std::uint32_t>(memory.size());
  memory.push_back(MemInfo(m));  // a copy first: m may live in `memory`
  memory_lookup_.insert(hash, index);
  return index;
}

std::uint32_t Dag::recipe_index(const Recipe& recipe) {
  const std::uint64_t hash = hash_of(recipe);
  const auto same = [&](std::uint32_t index) { return index < recipes.size() && recipes[index] == recipe; };
  if (const std::int64_t found = recipe_lookup_.find(hash, same); found >= 0) return static_cast<std::uint32_t>(found);
  const auto index = static_cast<std::uint32_t>(recipes.size());
  recipes.push_back(Recipe(recipe));
  recipe_lookup_.insert(hash, index);
  return index;
}

std::uint32_t Dag::name_index(std::string_view name) {
  Hasher h;
  h << name;
  return index_of(names, name_lookup_, h.done(), name);
}

std::uint32_t Dag::mask_index(std::span<const std::int32_t> mask) {
  Hasher h;
  for (const std::int32_t lane : mask) h << static_cast<std::uint32_t>(lane);
  return index_of(masks, mask_lookup_, h.done(), mask);
}

std::uint32_t Dag::wide_index(std::span<const std::uint64_t> limbs) {
  Hasher h;
  for (const std::uint64_t limb : limbs) h << limb;
  return index_of(wide_constants, wide_lookup_, h.done(), limbs);
}

void Dag::clear_block() {
  clear();
  memory.clear();
  calls.clear();
  rets.clear();
  asms.clear();
  recipes.clear();
  masks.clear();
  wide_constants.clear();
  memory_lookup_.clear();
  recipe_lookup_.clear();
  mask_lookup_.clear();
  wide_lookup_.clear();
  root = {};
}

// ---- shorthands ------------------------------------------------------------------------------------

namespace {

Value splat(Dag& dag, Value element, Vt type) {
  const std::vector<Value> lanes(type.lanes(), element);
  return dag.get(Isd::build_vector, type, lanes);
}

}  // namespace

Value Dag::constant(std::uint64_t value, Vt type) { return constant_limbs({&value, 1}, type); }

Value Dag::constant_limbs(std::span<const std::uint64_t> limbs, Vt type) {
  if (type.is_vector()) return splat(*this, constant_limbs(limbs, type.element()), type);
  const std::uint32_t bits = type.bits();
  const auto limb = [&](std::size_t i) { return i < limbs.size() ? limbs[i] : 0; };
  if (bits <= 64) {
    const std::uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    return get(Isd::constant, type, {}, {.imm = limb(0) & mask});
  }
  std::vector<std::uint64_t> wide((bits + 63) / 64);
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = limb(i);
  if (bits % 64 != 0) wide.back() &= (1ULL << (bits % 64)) - 1;
  return get(Isd::wide_constant, type, {}, {.aux = wide_index(wide)});
}

Value Dag::constant_fp_bits(std::uint64_t bits, Vt type) {
  if (type.is_vector()) return splat(*this, constant_fp_bits(bits, type.element()), type);
  return get(Isd::constant_fp, type, {}, {.imm = bits});
}

Value Dag::undef(Vt type) { return get(Isd::undef, type, {}); }

Value Dag::setcc(Cond cond, Value a, Value b, std::uint16_t flags) {
  const Vt type{VtKind::integer, 1, this->type(a).lanes()};
  return get(Isd::setcc, type, {a, b}, {.imm = static_cast<std::uint64_t>(cond)}, flags);
}

namespace {

// The element that every lane of a build_vector is, or the value itself when it is a scalar.
Value splat_element(const Dag& dag, Value v) {
  if (!v || dag.op(v) != Isd::build_vector) return v;
  const Value first = dag.operand(v, 0);
  for (std::uint32_t i = 1; i < dag.operand_count(v.node); ++i)
    if (dag.operand(v, i) != first) return {};
  return first;
}

}  // namespace

bool Dag::is_constant(Value v, std::uint64_t& value) const {
  if (!v) return false;
  const std::uint32_t bits = type(v).bits();
  v = splat_element(*this, v);
  if (!v || op(v) != Isd::constant) return false;
  value = payload(v.node).imm;
  if (bits < 64) value &= (1ULL << bits) - 1;  // a lane may stand in a wider register
  return true;
}

bool Dag::is_constant_fp(Value v, std::uint64_t& bits) const {
  v = splat_element(*this, v);
  if (!v || op(v) != Isd::constant_fp) return false;
  bits = payload(v.node).imm;
  return true;
}

void Dag::set_root(Value value) {
  if (root) unpin(root.node);
  root = value;
  if (root) pin(root.node);
}

}  // namespace lathe::codegen
