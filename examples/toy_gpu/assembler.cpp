// The toy GPU's text: reading, which keeps the rules of isa.def.
//
// What stands in a line is judged there; names that may come later, where all is read. Cost: O(text), names in hash tables.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

#include "examples/toy_gpu/isa.hpp"

namespace toy_gpu {
namespace {

using Kind = Operand::Kind;
using Space = Variable::Space;
constexpr std::uint64_t most_bytes = 1U << 28;  // of a variable
constexpr std::uint32_t most_frame = 1U << 20;  // of arguments and of local memory
constexpr std::array<const char*, 3> spaces{"global", "const", "shared"};

std::string str(std::int64_t n) { return std::to_string(n); }
std::string reg(Register r) { return is_scalar(r) ? "s" + str(r) : "v" + str(r - scalar_registers); }

/// Ends reading; caught where it begins.
struct Wrong {
  std::string text;
};
[[noreturn]] void fail(const std::string& text) { throw Wrong{text}; }

class Reader {
 public:
  explicit Reader(Program& program) : program_(program) {}

  void run(std::string_view text) {
    while (!text.empty()) {
      ++number;
      line_ = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line_.size() + 1));
      line_ = line_.substr(0, line_.find(';'));
      if (at_end()) continue;
      line(word());
      if (!at_end()) fail(here() + " is more than the line takes");
    }
    end_function();
    for (const Reference& r : references_) resolve(r);
  }

  std::uint32_t number = 0;  // of the line

 private:
  struct Name {
    char what = '-';  // global, const, shared, kernel, func, or '-'
    std::uint32_t args = 0;
  };
  struct Reference {
    std::uint32_t line = 0;
    std::string name;
    std::string_view fitting;  // what it may be
    std::uint32_t local = 0;   // of who calls it
  };

  // ---- parts of a line
  bool at_end() {
    line_.remove_prefix(std::min(line_.find_first_not_of(" \t\r"), line_.size()));
    return line_.empty();
  }
  std::string here() const { return "'" + std::string(line_.substr(0, 20)) + "'"; }
  bool eat(std::string_view token) {
    at_end();
    const bool there = line_.starts_with(token);
    line_.remove_prefix(there ? token.size() : 0);
    return there;
  }
  void want(std::string_view token) {
    if (!eat(token)) fail("'" + std::string(token) + "' is missing before " + here());
  }
  std::string_view word() {
    at_end();
    static constexpr std::string_view in_names = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$";
    const std::string_view found = line_.substr(0, line_.find_first_not_of(in_names));
    line_.remove_prefix(found.size());
    return found;
  }
  std::string name() {
    const std::string_view found = word();
    if (found.empty() || (found[0] >= '0' && found[0] <= '9'))
      fail("a name is missing: letters, digits, '_', '.', '$', no digit first");
    return std::string(found);
  }
  /// Hexadecimal after 0x.
  std::int64_t amount(std::int64_t least, std::int64_t most, const char* wrong) {
    const bool negative = eat("-");
    const int base = eat("0x") ? 16 : 10;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), value, base);
    if (error != std::errc{} || value < 0) fail("a number is missing, or too large, before " + here());
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
    if (negative) value = -value;
    if (value < least || value > most) fail(wrong);
    return value;
  }
  std::uint32_t size(std::string_view before, std::uint32_t most, const char* wrong) {
    want(before);
    return static_cast<std::uint32_t>(amount(0, most, wrong));
  }
  std::int64_t offset(std::int64_t least, std::int64_t most, const char* wrong) {
    return eat("+") || (!at_end() && line_[0] == '-') ? amount(least, most, wrong) : 0;
  }
  std::int64_t near() { return offset(-32768, 32767, near_offsets); }
  /// s0 to s31, v0 to v63; nothing where none stands here.
  std::optional<Register> reg() {
    at_end();
    static const auto registers = [] {
      std::unordered_map<std::string, Register> all;
      for (Register r = 0; r < scalar_registers + vector_registers; ++r) all.emplace(toy_gpu::reg(r), r);
      return all;
    }();
    const std::string_view before = line_;
    if (const auto it = registers.find(std::string(word())); it != registers.end()) {
      if (is_scalar(it->second) && !program_.functions.back().kernel)
        fail("only kernels have s registers: use v registers here");
      return it->second;
    }
    line_ = before;
    return {};
  }
  /// lo(NAME+N), hi() or at(); false where none stands here.
  bool symbol(Operand& o, std::string_view at_fitting = "sc") {
    if (!eat("lo(") && !eat("hi(") && !eat("at(")) return false;
    const char first = *(line_.data() - 3);
    o.kind = first == 'l' ? Kind::lo : first == 'h' ? Kind::hi : Kind::at;
    o.name = name();
    references_.push_back({number, o.name, first == 'a' ? at_fitting : "gcf", most_frame});
    o.value = offset(INT32_MIN, INT32_MAX, "constants have 32 bits");
    want(")");
    return true;
  }

  // ---- operands
  Operand operand(char letter, const Row& r) {
    Operand o;
    Function& f = program_.functions.back();
    if (letter == 'a') {
      address(o, r);
    } else if (letter == 'f') {
      o.kind = Kind::function;
      o.name = name();
      references_.push_back({number, o.name, "f", f.local});
    } else if (letter == 'b') {
      want("L");
      o.kind = Kind::block;
      o.value = amount(0, INT32_MAX, "there are not so many blocks");
      blocks_.emplace_back(number, o.value);
    } else if (const auto found = reg()) {
      o.kind = Kind::reg;
      o.reg = *found;
    } else {
      if (letter != 's') fail("a register, s0 to s31 or v0 to v63, is missing before " + here());
      if (!symbol(o)) o.value = amount(INT32_MIN, UINT32_MAX, "constants have 32 bits");
    }
    return o;
  }
  void address(Operand& o, const Row& r) {
    const std::string_view from = r.name.substr(r.name.find('.') + 1), space = from.substr(0, from.find('.'));
    const bool lea = r.name == "lea", wide = space == "any" || space == "global";
    want("[");
    if (symbol(o, lea ? "sc" : space == "shared" ? "s" : space == "const" ? "c" : "")) {
      if (o.kind != Kind::at) fail("an address by name is [at(NAME+N)]");
      o.kind = Kind::address;
      if (o.value < -32768 || o.value > 32767) fail(near_offsets);
    } else if (const auto low = reg()) {
      const auto high = eat(":") ? reg() : std::optional<Register>(no_register);
      if (!high) fail("the second register of an address is missing");
      o = {Kind::address, *low, *high, near(), {}};
    } else {
      o.kind = eat("frame") ? Kind::frame : eat("top") ? Kind::top : Kind::address;
      if (o.kind != Kind::address && !lea && space != "local") fail("frame and top are in local memory alone");
      o.value = o.kind == Kind::address ? amount(-32768, 32767, near_offsets) : near();
    }
    want("]");
    if (wide != (o.high != no_register))
      fail(wide ? "addresses here have 64 bits: [LOW:HIGH+N]"
                : "addresses here have 32 bits: [R+N], [N] or [at(NAME+N)]");
  }

  // ---- lines
  void line(std::string_view first) {
    const auto space = std::find(spaces.begin(), spaces.end(), first) - spaces.begin();
    if (space < std::ssize(spaces)) {
      Variable v{
          static_cast<Space>(space),     name(), size("bytes", most_bytes, "a variable has at most 268435456 bytes"),
          size("align", 256, bad_align), {},     {}};
      if (!std::has_single_bit(v.align)) fail(bad_align);
      declare(v.name, {first[0]});
      program_.variables.push_back(std::move(v));
    } else if (first == "kernel" || first == "func") {
      end_function();
      const bool kernel = first == "kernel";
      program_.functions.push_back({name(),
                                    kernel,
                                    size(kernel ? "args" : "in", most_frame, bad_frame),
                                    size("local", most_frame, bad_frame),
                                    {}});
      const Function& f = program_.functions.back();
      if (f.local % 16 != 0) fail(bad_frame);
      declare(f.name, {first[0], f.args});
    } else if (first == "data" || first == "word") {
      if (program_.variables.empty()) fail("contents of no variable: it stands above them");
      contents(program_.variables.back(), first == "data");
    } else if (!first.empty() && eat(":")) {
      if (program_.functions.empty()) fail("a block of no function");
      auto& blocks = program_.functions.back().blocks;
      if (first != "L" + str(std::ssize(blocks))) fail("blocks stand in order: here comes L" + str(std::ssize(blocks)));
      blocks.emplace_back();
    } else {
      instruction(first);
    }
  }
  void declare(const std::string& name, Name what) {
    if (!names_.emplace(name, what).second) fail("the name '" + name + "' is there twice: rename one");
  }
  void contents(Variable& v, bool data) {
    const auto at = static_cast<std::size_t>(amount(0, most_bytes, "it lies past the end of the variable"));
    if (v.space == Space::shared) fail("shared memory has no contents");
    if (!data) {
      Operand half;
      if (!symbol(half, "")) fail("a word is lo(NAME+N) or hi(NAME+N)");
      if (at + 4 > v.bytes) fail("it lies past the end of '" + v.name + "'");
      v.words.push_back({at, std::move(half)});
      return;
    }
    const std::string_view digits = word();
    const std::size_t count = digits.size() / 2;
    if (digits.empty() || digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos)
      fail("data are bytes in hexadecimal, two digits each");
    if (at + count > v.bytes) fail("it lies past the end of '" + v.name + "'");
    v.data.resize(std::max(v.data.size(), at + count));
    for (std::size_t i = 0; i < count; ++i) std::from_chars(&digits[2 * i], &digits[2 * i] + 2, v.data[at + i], 16);
  }
  void instruction(std::string_view mnemonic) {
    static const auto mnemonics = [] {
      std::unordered_map<std::string_view, Op> all;
      for (std::size_t i = 0; i < std::size(rows); ++i) all.emplace(rows[i].name, static_cast<Op>(i));
      return all;
    }();
    const auto op = mnemonics.find(mnemonic);
    if (op == mnemonics.end()) fail("there is no operation '" + std::string(mnemonic) + "' before " + here());
    if (program_.functions.empty() || program_.functions.back().blocks.empty())
      fail("an instruction stands in a block: a label, L0:, is missing above");
    Inst i{op->second, {}, number};
    const Row& r = row(i.op);
    unsigned scalar = 0, vector = 0;
    bool vector_source = false;
    for (const char letter : r.operands) {
      if (!i.operands.empty()) want(",");
      const Operand o = operand(letter, r);
      if (letter == 'd') ++(is_scalar(o.reg) ? scalar : vector);
      for (const Register used : {o.reg, o.high})
        vector_source |= letter != 'd' && used != no_register && !is_scalar(used);
      for (const Operand& other : i.operands)
        if (letter == 'd' && other.reg == o.reg) fail("it writes " + toy_gpu::reg(o.reg) + " twice");
      i.operands.push_back(o);
    }
    if (scalar != 0 && !r.has('S'))
      fail("'" + std::string(r.name) + "' has no scalar form: its result is a v register");
    if (scalar != 0 && vector != 0) fail("results are s registers or v registers, not both");
    if (scalar != 0 && vector_source) fail("a scalar result comes from s registers and constants alone");
    program_.functions.back().blocks.back().push_back(std::move(i));
  }

  // ---- what is known later
  void end_function() {
    if (program_.functions.empty()) return;
    const Function& f = program_.functions.back();
    const Op last = f.blocks.empty() || f.blocks.back().empty() ? Op::branch : f.blocks.back().back().op;
    if (!row(last).has('B') || last == Op::branch)
      fail("'" + f.name + "' goes on behind its end: end it with ret, exit, jump or trap");
    for (const auto& [line, block] : std::exchange(blocks_, {}))
      if (block >= std::ssize(f.blocks)) fail_at(line, "there is no block L" + str(block) + " in '" + f.name + "'");
  }
  void resolve(const Reference& r) {
    const auto it = names_.find(r.name);
    const Name what = it == names_.end() ? Name{} : it->second;
    if (r.fitting.find(what.what) == r.fitting.npos)
      fail_at(r.line, r.fitting == "f" ? "'" + r.name + "' is no func of this program"
                                       : "'" + r.name +
                                             "' has no such address: lo and hi take global and const variables and "
                                             "funcs, at takes shared and const, as the space of the access says");
    if (r.fitting == "f" && what.args > r.local)
      fail_at(r.line, "arguments take " + str(what.args) + " bytes below top: the caller has too little local memory");
  }
  [[noreturn]] void fail_at(std::uint32_t line, const std::string& text) {
    number = line;
    fail(text);
  }

  static constexpr const char* near_offsets = "the offset in an address is from -32768 to 32767";
  static constexpr const char* bad_align = "align is a power of two up to 256";
  static constexpr const char* bad_frame =
      "local memory is a multiple of 16; it and arguments have at most 1048576 bytes";
  Program& program_;
  std::string_view line_;  // what is left of it
  std::unordered_map<std::string, Name> names_;
  std::vector<Reference> references_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> blocks_;  // of branches of the function, by line
};

}  // namespace

bool assemble(std::string_view text, const std::string& name, Program& program, std::string& error) {
  program = {};
  Reader reader(program);
  try {
    reader.run(text);
  } catch (const Wrong& wrong) {
    error = name + ":" + str(reader.number) + ": " + wrong.text;
    return false;
  }
  return true;
}

}  // namespace toy_gpu
