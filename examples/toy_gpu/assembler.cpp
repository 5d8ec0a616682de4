// The toy GPU's text: printing, reading, and the rules of isa.def on what was read or made.
//
// Reading gives data that may be wrong in itself (a name that nothing has, a scalar result of a vector register); `check` judges it, so
// that who makes a Program without a text is judged alike. Cost: O(text), names in hash tables.
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "examples/toy_gpu/isa.hpp"

namespace toy_gpu {
namespace {

using Kind = Operand::Kind;
using Space = Variable::Space;
constexpr std::uint64_t most_bytes = 1U << 28;  // of a variable
constexpr std::uint32_t most_frame = 1U << 20;  // of arguments and local memory

std::string plus(std::int64_t n) { return n == 0 ? "" : (n > 0 ? "+" : "") + std::to_string(n); }
std::string reg(Register r) {
  return (is_scalar(r) ? "s" : "v") + std::to_string(is_scalar(r) ? r : r - scalar_registers);
}

std::string print(const Operand& o) {
  const std::string named = o.name + plus(o.value);
  switch (o.kind) {
    case Kind::reg:
      return reg(o.reg);
    case Kind::number:
      return std::to_string(o.value);
    case Kind::lo:
      return "lo(" + named + ")";
    case Kind::hi:
      return "hi(" + named + ")";
    case Kind::at:
      return "at(" + named + ")";
    case Kind::address:
      if (!o.name.empty()) return "[at(" + named + ")]";
      if (o.reg == no_register) return "[" + std::to_string(o.value) + "]";
      return "[" + reg(o.reg) + (o.high == no_register ? "" : ":" + reg(o.high)) + plus(o.value) + "]";
    case Kind::frame:
      return "[frame" + plus(o.value) + "]";
    case Kind::top:
      return "[top" + plus(o.value) + "]";
    case Kind::block:
      return "L" + std::to_string(o.value);
    case Kind::function:
      return o.name;
  }
  return "?";
}

std::string hex(const std::uint8_t* bytes, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    for (const unsigned shift : {4U, 0U}) out += "0123456789abcdef"[bytes[i] >> shift & 15U];
  return out;
}

// ---- rules

class Checker {
 public:
  Checker(const Program& program, const std::string& name, const std::vector<std::uint32_t>& lines, std::string& error)
      : program_(program), name_(name), lines_(lines), error_(error) {}

  bool run() {
    for (const Variable& v : program_.variables)
      if (!variable(v)) return false;
    for (const Function& f : program_.functions) {
      if (!declare(f.name, f.kernel ? 'k' : 'f')) return false;
      functions_.emplace(f.name, &f);
    }
    for (const Variable& v : program_.variables)
      for (const Variable::Word& w : v.words) {
        line_ = next_word_ < lines_.size() ? lines_[next_word_] : 0;
        ++next_word_;
        if (w.offset > v.bytes || v.bytes - w.offset < 4) return fail("a word of '" + v.name + "' lies past its end");
        if ((w.half.kind != Kind::lo && w.half.kind != Kind::hi) || !names(w.half)) return fail_word(w.half);
      }
    for (const Function& f : program_.functions)
      if (!function(f)) return false;
    return true;
  }

 private:
  bool fail(const std::string& text) {
    error_ =
        name_ + ":" + std::to_string(line_) + ": " + (inst_ == nullptr ? "" : "in '" + print(*inst_) + "': ") + text;
    return false;
  }
  bool fail_word(const Operand& o) {
    return fail("'" + print(o) + "': a half is lo() or hi() of a function or a variable in global or const memory");
  }
  bool declare(const std::string& name, char what) {
    return names_.emplace(name, what).second || fail("the name '" + name + "' is there twice: rename one");
  }
  bool variable(const Variable& v) {
    const std::string who = "variable '" + v.name + "': ";
    if (v.bytes > most_bytes)
      return fail(who + "at most " + std::to_string(most_bytes) + " bytes, not " + std::to_string(v.bytes));
    if (!std::has_single_bit(v.align) || v.align > 256) return fail(who + "align is a power of two up to 256");
    if (v.data.size() > v.bytes) return fail(who + "its data is longer than its " + std::to_string(v.bytes) + " bytes");
    if (v.space == Space::shared && !(v.data.empty() && v.words.empty()))
      return fail(who + "shared memory has no contents");
    return declare(v.name, v.space == Space::shared ? 's' : v.space == Space::constant ? 'c' : 'g');
  }
  char what(const std::string& name) const {
    const auto it = names_.find(name);
    return it == names_.end() ? '-' : it->second;
  }
  bool names(const Operand& o) const {
    const char kind = what(o.name);
    const bool offset = o.kind == Kind::at || o.kind == Kind::address;
    const bool small = o.value >= INT32_MIN && o.value <= INT32_MAX;
    return small && (offset ? kind == 's' || kind == 'c' : kind == 'g' || kind == 'c' || kind == 'f');
  }

  bool function(const Function& f) {
    inst_ = nullptr;
    function_ = &f;
    if (f.local % 16 != 0 || f.local > most_frame || f.args > most_frame)
      return fail("'" + f.name +
                  "': local memory is a multiple of 16, it and the arguments have at most 1048576 bytes");
    for (const auto& block : f.blocks)
      for (const Inst& i : block)
        if (!inst(i)) return false;
    inst_ = nullptr;
    const bool empty = f.blocks.empty() || f.blocks.back().empty();
    const Op last = empty ? Op::branch : f.blocks.back().back().op;
    if (!empty) line_ = f.blocks.back().back().line;
    return (row(last).has('B') && last != Op::branch) ||
           fail("'" + f.name + "' goes on behind its end: end it with ret, exit, jump or trap");
  }

  bool inst(const Inst& i) {
    inst_ = nullptr;
    line_ = i.line;
    if (i.op >= Op::count) return fail("there is no such operation");
    inst_ = &i;
    const Row& r = row(i.op);
    if (i.operands.size() != r.operands.size())
      return fail("it takes " + std::to_string(r.operands.size()) + " operands");
    unsigned scalar = 0, vector = 0;
    bool vector_source = false;
    std::unordered_set<unsigned> written;
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      const Operand& o = i.operands[k];
      if (!operand(o, r, r.operands[k])) return false;
      if (r.operands[k] != 'd') {
        vector_source |= is_vector(o.reg) || is_vector(o.high);
        continue;
      }
      ++(is_scalar(o.reg) ? scalar : vector);
      if (!written.insert(o.reg).second) return fail("it writes " + reg(o.reg) + " twice");
    }
    if (scalar == 0) return true;
    if (!r.has('S')) return fail("it has no scalar form: its result is a v register");
    if (vector != 0) return fail("its results are s registers or v registers, not both");
    return !vector_source || fail("a scalar result comes from s registers and constants alone");
  }
  static bool is_vector(Register r) { return r != no_register && !is_scalar(r); }
  bool valid(Register r) {
    if (r >= scalar_registers + vector_registers) return fail("there are registers s0 to s31 and v0 to v63");
    return function_->kernel || !is_scalar(r) ||
           fail("only kernels have s registers: use v registers in '" + function_->name + "'");
  }

  bool operand(const Operand& o, const Row& r, char letter) {
    switch (letter) {
      case 'd':
      case 'r':
        return o.kind == Kind::reg ? valid(o.reg) : fail("'" + print(o) + "' stands where a register is wanted");
      case 's':
        if (o.kind == Kind::reg) return valid(o.reg);
        if (o.kind == Kind::number)
          return (o.value >= INT32_MIN && o.value <= UINT32_MAX) || fail("constants have 32 bits, not " + print(o));
        if (o.kind != Kind::lo && o.kind != Kind::hi && o.kind != Kind::at)
          return fail("'" + print(o) + "' stands where a register or a constant is wanted");
        return names(o) || fail("'" + print(o) +
                                "': lo and hi want a variable in global or const memory or a function, at one in "
                                "shared or const memory");
      case 'a':
        return address(o, r);
      case 'b':
        return (o.kind == Kind::block && o.value >= 0 &&
                static_cast<std::size_t>(o.value) < function_->blocks.size()) ||
               fail("there is no block " + print(o) + " in '" + function_->name + "'");
      default:
        return callee(o);
    }
  }
  bool callee(const Operand& o) {
    if (o.kind != Kind::function || what(o.name) != 'f') return fail("'" + o.name + "' is no func of this program");
    const std::uint32_t args = functions_.at(o.name)->args;
    return args <= function_->local ||
           fail("its arguments take " + std::to_string(args) + " bytes below top, '" + function_->name + "' has " +
                std::to_string(function_->local) + " of local memory");
  }
  bool address(const Operand& o, const Row& r) {
    const std::string_view from = r.name.substr(r.name.find('.') + 1), space = from.substr(0, from.find('.'));
    const bool lea = r.name == "lea", wide = space == "any" || space == "global";
    if (o.value < -32768 || o.value > 32767)
      return fail("the offset in an address is from -32768 to 32767, not " + std::to_string(o.value));
    if (o.kind == Kind::frame || o.kind == Kind::top)
      return lea || space == "local" || fail("frame and top are in local memory alone");
    if (o.kind != Kind::address) return fail("'" + print(o) + "' stands where an address is wanted");
    if (wide && (o.reg == no_register || o.high == no_register))
      return fail("addresses of global memory are [LOW:HIGH+N], two registers");
    if (!wide && o.high != no_register) return fail("addresses here have 32 bits: [R+N], [N] or [at(NAME+N)]");
    if (o.reg != no_register && !o.name.empty()) return fail("an address is of a register or of a name, not both");
    if ((o.reg != no_register && !valid(o.reg)) || (o.high != no_register && !valid(o.high))) return false;
    if (o.name.empty()) return true;
    const char kind = what(o.name);
    return (kind == 's' && (lea || space == "shared")) || (kind == 'c' && (lea || space == "const")) ||
           fail("'" + o.name + "' is no variable in " + (lea ? "shared or const" : std::string(space)) + " memory");
  }

  const Program& program_;
  const std::string& name_;
  const std::vector<std::uint32_t>& lines_;  // of the words of variables
  std::string& error_;
  std::unordered_map<std::string_view, char> names_;
  std::unordered_map<std::string_view, const Function*> functions_;
  std::size_t next_word_ = 0;
  std::uint32_t line_ = 0;
  const Inst* inst_ = nullptr;
  const Function* function_ = nullptr;
};

// ---- reading

const std::unordered_map<std::string_view, Op>& mnemonics() {
  static const auto table = [] {
    std::unordered_map<std::string_view, Op> all;
    for (std::size_t i = 0; i < std::size(rows); ++i) all.emplace(rows[i].name, static_cast<Op>(i));
    return all;
  }();
  return table;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name, Program& program, std::string& error)
      : text_(text), name_(name), program_(program), error_(error) {}

  bool run() {
    while (!text_.empty()) {
      ++number_;
      line_ = text_.substr(0, text_.find('\n'));
      text_.remove_prefix(std::min(text_.size(), line_.size() + 1));
      line_ = line_.substr(0, line_.find(';'));
      if (at_end()) continue;
      if (!line()) return false;
      if (!at_end()) return fail("'" + std::string(line_.substr(0, 20)) + "' is more than the line takes");
    }
    return Checker(program_, name_, word_lines_, error_).run();
  }

 private:
  bool fail(const std::string& text) {
    error_ = name_ + ":" + std::to_string(number_) + ": " + text;
    return false;
  }
  bool at_end() {
    line_.remove_prefix(std::min(line_.find_first_not_of(" \t\r"), line_.size()));
    return line_.empty();
  }
  bool eat(std::string_view token) {
    at_end();
    if (!line_.starts_with(token)) return false;
    line_.remove_prefix(token.size());
    return true;
  }
  bool want(std::string_view token) {
    return eat(token) ||
           fail("'" + std::string(token) + "' is missing before '" + std::string(line_.substr(0, 20)) + "'");
  }
  static bool in_name(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '$';
  }
  std::string_view word() {
    at_end();
    std::size_t n = 0;
    while (n < line_.size() && in_name(line_[n])) ++n;
    const std::string_view found = line_.substr(0, n);
    line_.remove_prefix(n);
    return found;
  }
  bool name(std::string& to) {
    to = word();
    return (!to.empty() && (to[0] < '0' || to[0] > '9')) ||
           fail("a name is missing: letters, digits, '_', '.', '$', no digit first");
  }
  /// With a sign before it where there is one.
  template <class T>
  bool number(T& to) {
    at_end();
    const bool negative = std::is_signed_v<T> && line_.starts_with('-');
    if (negative) line_.remove_prefix(1);
    const int base = line_.starts_with("0x") ? 16 : 10;
    if (base == 16) line_.remove_prefix(2);
    const auto [end, wrong] = std::from_chars(line_.data(), line_.data() + line_.size(), to, base);
    if (wrong != std::errc{} || to < 0)
      return fail("a number is missing, or too large, before '" + std::string(line_.substr(0, 20)) + "'");
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
    if (negative) to = static_cast<T>(T{0} - to);
    return true;
  }
  bool offset(std::int64_t& to) {
    if (eat("+")) return number(to);
    return (at_end() || line_[0] != '-') || number(to);
  }
  /// s0 to s31, v0 to v63; nothing, and no error, where none stands here.
  std::optional<Register> reg() {
    at_end();
    unsigned n = 0;
    if (line_.size() < 2 || (line_[0] != 's' && line_[0] != 'v')) return {};
    const auto [end, wrong] = std::from_chars(line_.data() + 1, line_.data() + line_.size(), n);
    if (wrong != std::errc{} || n >= (line_[0] == 's' ? scalar_registers : vector_registers)) return {};
    const auto length = static_cast<std::size_t>(end - line_.data());
    if (length < line_.size() && in_name(line_[length])) return {};
    n += line_[0] == 's' ? 0 : scalar_registers;
    line_.remove_prefix(length);
    return static_cast<Register>(n);
  }

  /// lo(NAME+N), hi(), at(): false and no error where none stands here.
  bool named(Operand& o, bool& good) {
    static constexpr std::array<std::pair<std::string_view, Kind>, 3> kinds{
        {{"lo(", Kind::lo}, {"hi(", Kind::hi}, {"at(", Kind::at}}};
    for (const auto& [prefix, kind] : kinds)
      if (eat(prefix)) {
        o.kind = kind;
        good = name(o.name) && offset(o.value) && want(")");
        return true;
      }
    return false;
  }
  bool address(Operand& o) {
    bool good = true;
    if (!want("[")) return false;
    o.kind = eat("frame") ? Kind::frame : eat("top") ? Kind::top : Kind::address;
    if (o.kind == Kind::address && named(o, good)) {
      if (good && o.kind != Kind::at) return fail("an address by name is [at(NAME+N)]");
      o.kind = Kind::address;
    } else if (const auto low = o.kind == Kind::address ? reg() : std::nullopt) {
      o.reg = *low;
      const auto high = eat(":") ? reg() : std::optional<Register>(no_register);
      if (!high) return fail("the second register of an address is missing");
      o.high = *high;
      good = offset(o.value);
    } else {
      good = o.kind == Kind::address ? number(o.value) : offset(o.value);
    }
    return good && want("]");
  }
  bool operand(char letter, Operand& o) {
    bool good = true;
    if (letter == 'a') return address(o);
    if (letter == 'f') {
      o.kind = Kind::function;
      return name(o.name);
    }
    if (letter == 'b') {
      o.kind = Kind::block;
      return want("L") && number(o.value);
    }
    if (const auto r = reg()) {
      o.kind = Kind::reg;
      o.reg = *r;
      return true;
    }
    if (letter != 's')
      return fail("a register, s0 to s31 or v0 to v63, is missing before '" + std::string(line_.substr(0, 20)) + "'");
    return named(o, good) ? good : number(o.value);
  }

  bool line() {
    const std::string_view first = word();
    if (first == "global" || first == "const" || first == "shared") return variable(first);
    if (first == "data" || first == "word") return contents(first == "word");
    if (first == "kernel" || first == "func") return function(first == "kernel");
    if (!first.empty() && eat(":")) return label(first);
    return inst(first);
  }
  bool variable(std::string_view space) {
    Variable v;
    v.space = space == "global" ? Space::global : space == "const" ? Space::constant : Space::shared;
    if (!name(v.name) || !want("bytes") || !number(v.bytes) || !want("align") || !number(v.align)) return false;
    program_.variables.push_back(std::move(v));
    return true;
  }
  bool contents(bool is_word) {
    std::uint64_t at = 0;
    if (program_.variables.empty()) return fail("contents of no variable: it stands above them");
    if (!number(at)) return false;
    Variable& v = program_.variables.back();
    if (is_word) {
      bool good = true;
      Operand half;
      if (!named(half, good)) return fail("a word is lo(NAME+N) or hi(NAME+N)");
      v.words.push_back({at, std::move(half)});
      word_lines_.push_back(number_);
      return good;
    }
    const std::string_view digits = word();
    const std::size_t count = digits.size() / 2;
    if (digits.size() % 2 != 0 || digits.empty() || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos)
      return fail("data are bytes in hexadecimal, two digits each");
    if (v.bytes > most_bytes || at > v.bytes || count > v.bytes - at)
      return fail("data of '" + v.name + "' lie past its " + std::to_string(v.bytes) + " bytes");
    if (v.data.size() < at + count) v.data.resize(at + count);
    for (std::size_t i = 0; i < count; ++i) std::from_chars(&digits[2 * i], &digits[2 * i] + 2, v.data[at + i], 16);
    return true;
  }
  bool function(bool kernel) {
    Function f;
    f.kernel = kernel;
    if (!name(f.name) || !want(kernel ? "args" : "in") || !number(f.args) || !want("local") || !number(f.local))
      return false;
    program_.functions.push_back(std::move(f));
    return true;
  }
  bool label(std::string_view label) {
    if (program_.functions.empty()) return fail("a block of no function");
    auto& blocks = program_.functions.back().blocks;
    if (label != "L" + std::to_string(blocks.size()))
      return fail("blocks stand in order: here comes L" + std::to_string(blocks.size()));
    blocks.emplace_back();
    return true;
  }
  bool inst(std::string_view mnemonic) {
    const auto op = mnemonics().find(mnemonic);
    if (op == mnemonics().end())
      return fail("there is no operation '" + std::string(mnemonic.empty() ? line_.substr(0, 20) : mnemonic) + "'");
    if (program_.functions.empty() || program_.functions.back().blocks.empty())
      return fail("an instruction stands in a block: a label, L0:, is missing above");
    Inst i{op->second, {}, number_};
    for (const char letter : row(i.op).operands) {
      if (!i.operands.empty() && !want(",")) return false;
      if (!operand(letter, i.operands.emplace_back())) return false;
    }
    program_.functions.back().blocks.back().push_back(std::move(i));
    return true;
  }

  std::string_view text_, line_;
  const std::string& name_;
  Program& program_;
  std::string& error_;
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> word_lines_;
};

}  // namespace

std::string print(const Inst& inst) {
  std::string out(inst.op < Op::count ? row(inst.op).name : "?");
  for (std::size_t i = 0; i < inst.operands.size(); ++i) out += (i == 0 ? " " : ", ") + print(inst.operands[i]);
  return out;
}

std::string print(const Program& program) {
  static constexpr std::array<const char*, 3> spaces{"global ", "const ", "shared "};
  constexpr std::size_t step = 32;
  std::string out;
  for (const Variable& v : program.variables) {
    out += spaces[static_cast<std::size_t>(v.space)] + v.name + " bytes " + std::to_string(v.bytes) + " align " +
           std::to_string(v.align) + "\n";
    for (std::size_t at = 0; at < v.data.size(); at += step) {
      const std::string bytes = hex(v.data.data() + at, std::min(step, v.data.size() - at));
      if (bytes.find_first_not_of('0') != bytes.npos) out += "  data " + std::to_string(at) + " " + bytes + "\n";
    }
    for (const Variable::Word& w : v.words) out += "  word " + std::to_string(w.offset) + " " + print(w.half) + "\n";
  }
  for (const Function& f : program.functions) {
    out += (f.kernel ? "kernel " : "func ") + f.name + (f.kernel ? " args " : " in ") + std::to_string(f.args) +
           " local " + std::to_string(f.local) + "\n";
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      out += "L" + std::to_string(b) + ":\n";
      for (const Inst& i : f.blocks[b]) out += "  " + print(i) + "\n";
    }
  }
  return out;
}

bool check(const Program& program, const std::string& name, std::string& error) {
  const std::vector<std::uint32_t> no_lines;
  return Checker(program, name, no_lines, error).run();
}

bool assemble(std::string_view text, const std::string& name, Program& program, std::string& error) {
  program = {};
  return Reader(text, name, program, error).run();
}

}  // namespace toy_gpu
