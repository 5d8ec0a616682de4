// Mnemonics: the PTX type and space names, and the decoding of a mnemonic into its facts.
//
// A mnemonic is decoded once per module, when it is interned; the opcode table gives the defaults of its base
// operation, the modifiers the rest (types, space, vector length, ordering, and the operations whose number of
// results depends on the modifier).
// Needs: nothing. Gives: OpDesc in O(length). Source: PTX ISA 9.0, chapters 5 and 9.
#include <algorithm>
#include <array>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {
namespace {

struct TypeName {
  std::string_view text;
  unsigned bits;
};
// In the order of the enumeration.
constexpr std::array<TypeName, static_cast<std::size_t>(Type::other) + 1> type_names{{
    {"", 0},           {"pred", 1},    {"b8", 8},     {"b16", 16},   {"b32", 32},    {"b64", 64},  {"b128", 128},
    {"u8", 8},         {"u16", 16},    {"u32", 32},   {"u64", 64},   {"s8", 8},      {"s16", 16},  {"s32", 32},
    {"s64", 64},       {"f16", 16},    {"f16x2", 32}, {"bf16", 16},  {"bf16x2", 32}, {"tf32", 32}, {"f32", 32},
    {"f64", 64},       {"f32x2", 64},  {"u16x2", 32}, {"s16x2", 32}, {"u8x4", 32},   {"s8x4", 32}, {"texref", 0},
    {"samplerref", 0}, {"surfref", 0}, {"other", 0},
}};

struct OpRow {
  std::string_view text;
  std::uint8_t defs;
  std::string_view flags;
  std::uint8_t latency;
};
constexpr unsigned clamp_latency(unsigned cycles) { return cycles < 255 ? cycles : 255; }
constexpr OpRow op_rows[] = {
#define LATHE_PTX_OP(name, text, defs, flags, latency, unit) {text, defs, flags, clamp_latency(latency)},
#include "nvptx/target/opcodes.def"
#undef LATHE_PTX_OP
};

Op find_op(std::string_view base) {
  // Built on first use: indices of op_rows by text.
  static const auto sorted = [] {
    std::array<std::uint16_t, std::size(op_rows)> ids{};
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::uint16_t>(i);
    std::sort(ids.begin(), ids.end(), [](auto a, auto b) { return op_rows[a].text < op_rows[b].text; });
    return ids;
  }();
  const auto it =
      std::lower_bound(sorted.begin(), sorted.end(), base, [](auto id, auto text) { return op_rows[id].text < text; });
  return it != sorted.end() && op_rows[*it].text == base ? static_cast<Op>(*it) : Op::other;
}

Space parse_space(std::string_view text) {
  // Spaces may carry a sub-space: shared::cta, shared::cluster, param::entry, param::func.
  const std::string_view head = text.substr(0, text.find("::"));
  if (head == "global") return Space::global;
  if (head == "shared") return Space::shared;
  if (head == "local") return Space::local;
  if (head == "param") return Space::param;
  if (head == "const" || head.substr(0, 6) == "const[") return Space::constant;
  if (head == "tex") return Space::tex;
  return Space::none;
}

bool is_ordering(std::string_view m) {
  return m == "volatile" || m == "relaxed" || m == "acquire" || m == "release" || m == "acq_rel" || m == "sc" ||
         m == "mmio";
}

// Operations whose results depend on modifiers.
void decode_results(OpDesc& d) {
  const std::string_view first = d.modifiers.empty() ? std::string_view{} : std::string_view(d.modifiers[0]);
  switch (d.op) {
    case Op::bar:
    case Op::barrier:
      d.defs = d.has("red") ? 1 : 0;
      break;
    case Op::wmma: {
      const bool store = first == "store";
      d.defs = store ? 0 : 1;
      d.reads_memory = first == "load";
      d.writes_memory = store;
      break;
    }
    case Op::mbarrier:
      if (first == "arrive" || first == "arrive_drop" || first == "test_wait" || first == "try_wait" ||
          first == "pending_count")
        d.defs = 1;
      break;
    case Op::multimem:
      d.defs = first == "ld_reduce" ? 1 : 0;
      break;
    case Op::clusterlaunchcontrol:
      d.defs = first == "query_cancel" ? 1 : 0;
      break;
    case Op::wgmma:
      d.defs = first == "mma_async" ? 1 : 0;
      d.modifies = d.defs != 0;
      break;
    case Op::tcgen05:
      if (first == "ld") d.defs = d.has("red") ? 2 : 1;
      break;
    default:
      break;
  }
}

void decode_effects(OpDesc& d) {
  // A carry flag is state outside the operands: neither drop nor move what writes or reads it.
  if (d.has("cc")) d.side_effect = true;
  for (const std::string& m : d.modifiers)
    if (is_ordering(m)) d.is_volatile = true;
  if (d.has("aligned")) d.convergent = true;  // every thread of the warp must be there
}

OpDesc decode(std::string_view text) {
  OpDesc d;
  d.text = text;
  const std::size_t dot = text.find('.');
  d.op = find_op(text.substr(0, dot));
  for (std::size_t at = dot; at != std::string_view::npos;) {
    const std::size_t next = text.find('.', at + 1);
    d.modifiers.emplace_back(text.substr(at + 1, next == std::string_view::npos ? next : next - at - 1));
    at = next;
  }
  if (d.op == Op::other) {
    // Unknown: the first operand may or may not be written. It is kept in place and reads what it might write.
    d.defs = 1;
    d.modifies = d.side_effect = d.is_volatile = d.reads_memory = d.writes_memory = d.convergent = true;
  } else {
    const OpRow& row = op_rows[static_cast<std::size_t>(d.op)];
    d.defs = row.defs;
    d.latency = row.latency;
    for (const char flag : row.flags) switch (flag) {
        case 'T':
          d.terminator = true;
          break;
        case 'L':
          d.reads_memory = true;
          break;
        case 'S':
          d.writes_memory = true;
          break;
        case 'E':
          d.side_effect = true;
          break;
        case 'C':
          d.convergent = true;
          break;
        case 'V':
          d.is_volatile = true;
          break;
        case 'M':
          d.modifies = true;
          break;
        case 'P':
          d.pseudo = true;
          break;
        case 'B':
          d.side_effect = true;
          break;
        default:
          break;
      }
  }
  for (const std::string& m : d.modifiers) {
    const Type type = parse_type(m);
    if (type != Type::none) {
      if (d.dst_type == Type::none) d.dst_type = type;
      d.type = type;
    }
    if (d.space == Space::none) d.space = parse_space(m);
    if (m == "v2" || m == "v4" || m == "v8") d.vector = static_cast<std::uint8_t>(m[1] - '0');
  }
  const bool has_address = d.reads_memory || d.writes_memory || d.op == Op::prefetch || d.op == Op::cvta;
  if (d.space == Space::none && has_address) d.space = Space::generic;
  decode_results(d);
  decode_effects(d);
  d.effects = effects_of(d);
  return d;
}

}  // namespace

std::string_view to_string(Type type) { return type_names[static_cast<std::size_t>(type)].text; }
unsigned bits_of(Type type) { return type_names[static_cast<std::size_t>(type)].bits; }
Type parse_type(std::string_view text) {
  if (text.size() < 2 || text.size() > 10) return Type::none;
  for (std::size_t i = 1; i < static_cast<std::size_t>(Type::other); ++i)
    if (type_names[i].text == text) return static_cast<Type>(i);
  return Type::none;
}
std::string_view to_string(Space space) {
  constexpr std::string_view names[] = {"",       "generic", "reg",   "sreg",  "global",
                                        "shared", "const",   "local", "param", "tex"};
  return names[static_cast<std::size_t>(space)];
}

bool OpDesc::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

OpId Module::intern(std::string_view mnemonic) {
  const std::lock_guard lock(mutex_);
  const auto it = op_ids_.find(mnemonic);
  if (it != op_ids_.end()) return it->second;
  const OpId id = ops_.push(decode(mnemonic));
  op_ids_.emplace(ops_[id].text, id);
  return id;
}

NameId Module::name(std::string_view text) {
  const std::lock_guard lock(mutex_);
  const auto it = name_ids_.find(text);
  if (it != name_ids_.end()) return it->second;
  const NameId id = names_.push(std::string(text));
  name_ids_.emplace(names_[id], id);
  return id;
}

}  // namespace lathe::nvptx::mir
