// Expected results of interpreter: a machine on std::vector with the operations in tables, on written programs with
// known answers, on faulty ones and on random ones.
#include <functional>
#include <map>
#include <numeric>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Code = std::vector<std::uint8_t>;
using Word = std::uint32_t;

enum Op : std::uint8_t {
  HALT,
  PUSH8,
  PUSH32,
  DUP,
  DROP,
  SWAP,
  OVER,
  ADD,
  SUB,
  MUL,
  DIVU,
  REMU,
  AND,
  OR,
  XOR,
  SHL,
  SHR,
  SAR,
  NOT,
  NEG,
  EQ,
  LTS,
  LTU,
  LOAD,
  STORE,
  JUMP,
  JZ,
  JNZ,
  CALL,
  RET,
  POPC,
  CLZ,
  ROTL,
  MIN,
  MAX,
  ABS,
  OPS
};

const std::map<int, std::function<Word(Word, Word)>>& binary() {
  static const std::map<int, std::function<Word(Word, Word)>> table = {
      {ADD, [](Word a, Word b) { return a + b; }},
      {SUB, [](Word a, Word b) { return a - b; }},
      {MUL, [](Word a, Word b) { return a * b; }},
      {DIVU, [](Word a, Word b) { return b == 0 ? 0 : a / b; }},
      {REMU, [](Word a, Word b) { return b == 0 ? a : a % b; }},
      {AND, [](Word a, Word b) { return a & b; }},
      {OR, [](Word a, Word b) { return a | b; }},
      {XOR, [](Word a, Word b) { return a ^ b; }},
      {SHL, [](Word a, Word b) { return a << b % 32; }},
      {SHR, [](Word a, Word b) { return a >> b % 32; }},
      {SAR, [](Word a, Word b) { return static_cast<Word>(static_cast<std::int64_t>(static_cast<int>(a)) >> b % 32); }},
      {EQ, [](Word a, Word b) { return Word{a == b}; }},
      {LTS, [](Word a, Word b) { return Word{static_cast<int>(a) < static_cast<int>(b)}; }},
      {LTU, [](Word a, Word b) { return Word{a < b}; }},
      {ROTL, [](Word a, Word b) { return std::rotl(a, static_cast<int>(b % 32)); }},
      {MIN, [](Word a, Word b) { return std::min(a, b); }},
      {MAX, [](Word a, Word b) { return std::max(a, b); }}};
  return table;
}

const std::map<int, std::function<Word(Word)>>& unary() {
  static const std::map<int, std::function<Word(Word)>> table = {
      {NOT, [](Word a) { return ~a; }},
      {NEG, [](Word a) { return -a; }},
      {POPC, [](Word a) { return static_cast<Word>(std::popcount(a)); }},
      {CLZ, [](Word a) { return static_cast<Word>(std::countl_zero(a)); }},
      {ABS, [](Word a) { return a == 0x80000000U ? a : static_cast<Word>(std::abs(static_cast<int>(a))); }}};
  return table;
}

/// One run; `code` has its four zero bytes, `size` does not count them.
class Run {
 public:
  Run(const Code& code, Word size, Word input) : code_(code), size_(size) { var_[0] = input; }

  Word result() {
    for (int steps = 0; pc_ < size_ && steps < 10000 && !bad_; ++steps)
      if (step(code_[pc_++])) return answer_;
    return 0xdead0000U + pc_;
  }

 private:
  Word pop() {
    if (stack_.empty()) bad_ = true;
    if (bad_ && stack_.empty()) return 0;
    const Word top = stack_.back();
    stack_.pop_back();
    return top;
  }
  void push(Word value) {
    if (stack_.size() == 32)
      bad_ = true;
    else
      stack_.push_back(value);
  }
  void jump(bool taken) { pc_ = taken ? code_[pc_] : pc_ + 1; }

  void call() {
    if (returns_.size() == 8) {
      bad_ = true;
      return;
    }
    returns_.push_back(pc_ + 1);
    jump(true);
  }
  void leave() {
    bad_ = returns_.empty();
    if (bad_) return;
    pc_ = returns_.back();
    returns_.pop_back();
  }

  /// True when the program has halted well.
  bool step(int op) {
    if (const auto f = binary().find(op); f != binary().end()) {
      const Word b = pop(), a = pop();
      push(f->second(a, b));
      return false;
    }
    if (const auto f = unary().find(op); f != unary().end()) {
      push(f->second(pop()));
      return false;
    }
    if (op == HALT) {
      answer_ = pop();
      return !bad_;
    }
    if (op == CALL)
      call();
    else if (op == RET)
      leave();
    else if (op == JUMP)
      jump(true);
    else if (op == JZ)
      jump(pop() == 0);
    else if (op == JNZ)
      jump(pop() != 0);
    else
      move(op);
    return false;
  }
  void move(int op) {
    Word a = 0, b = 0;
    switch (op) {
      case PUSH8:
        push(code_[pc_++]);
        break;
      case PUSH32: {
        for (Word k = 0; k < 4; ++k) a += static_cast<Word>(code_[pc_ + k]) << 8 * k;
        pc_ += 4;
        push(a);
        break;
      }
      case DUP:
        a = pop();
        push(a);
        push(a);
        break;
      case DROP:
        pop();
        break;
      case SWAP:
        a = pop();
        b = pop();
        push(a);
        push(b);
        break;
      case OVER:
        a = pop();
        b = pop();
        push(b);
        push(a);
        push(b);
        break;
      case LOAD:
        push(var_[code_[pc_++] % 8]);
        break;
      case STORE:
        b = code_[pc_++] % 8;
        var_[b] = pop();
        break;
      default:
        bad_ = true;
    }
  }

  const Code& code_;
  Word size_, pc_ = 0, answer_ = 0, var_[8] = {};
  std::vector<Word> stack_, returns_;
  bool bad_ = false;
};

/// Runs the code on the inputs; returns what the kernel gives, having compared it with the machine above.
std::vector<Word> run(check::Case& t, const std::string& what, Code code, const std::vector<Word>& in) {
  const auto size = static_cast<Word>(code.size());
  code.insert(code.end(), 4, 0);
  std::vector<Word> want;
  for (const Word x : in) want.push_back(Run(code, size, x).result());
  const auto out = t.out<Word>(in.size());
  t.launch("interpret", {covering(in.size(), 128)}, {128}, t.in(code), size, t.in(in), out,
           static_cast<int>(in.size()));
  const auto got = t.get(out);
  t.equal("interpret " + what, got, want);
  return got;
}

void known_answers(check::Case& t) {
  // gcd(x, 360) by Euclid; variable 1 holds the other number.
  const Code gcd = {PUSH32, 104,  1, 0,     0, STORE, 1,  LOAD, 1, JZ,   22,    LOAD, 0,    LOAD, 1,
                    REMU,   LOAD, 1, STORE, 0, JUMP,  25, LOAD, 0, HALT, STORE, 1,    JUMP, 7};
  const auto in = t.random<Word>(150, 1, 100000);
  std::vector<Word> want;
  for (const Word x : in) want.push_back(std::gcd(x, 360U));
  t.equal("interpret gcd, by the host", run(t, "gcd", gcd, in), want);

  // 1 + 2 + ... + x % 16 with a subroutine that adds the counter to the sum.
  const Code sum = {LOAD, 0, PUSH8, 16,   REMU, STORE, 0, LOAD, 0,     JZ, 19,  CALL, 22,  LOAD,  0, PUSH8, 1, JUMP, 31,
                    LOAD, 1, HALT,  LOAD, 1,    LOAD,  0, ADD,  STORE, 1,  RET, HALT, SUB, STORE, 0, JUMP,  7};
  for (std::size_t i = 0; i < in.size(); ++i) want[i] = in[i] % 16 * (in[i] % 16 + 1) / 2;
  t.equal("interpret sum, by the host", run(t, "sum", sum, in), want);
}

void faults(check::Case& t) {
  const std::vector<Word> one = {5};
  const std::pair<Code, Word> cases[] = {{{ADD, HALT}, 1},            // empty stack
                                         {{PUSH8, 1, 200, HALT}, 3},  // no such operation
                                         {{RET}, 1},                  // nothing to return to
                                         {{CALL, 0}, 1},              // the ninth call does not fit
                                         {{PUSH8, 9, JUMP, 0}, 2},    // the stack fills
                                         {{HALT}, 1},                 // nothing to give
                                         {{PUSH8, 7}, 2},             // runs off its end
                                         {{PUSH8}, 2},                // operand behind the end
                                         {{PUSH32, 1, 2}, 5}};
  for (const auto& [code, place] : cases) t.equal("interpret fault", run(t, "fault", code, one), {0xdead0000U + place});
  const Code forever = {JUMP, 0};  // step 10000 is the last
  t.equal("interpret forever", run(t, "forever", forever, one), {0xdead0000U});
}

/// Each operation on a stack of none to three words, and on a full one.
void each_operation(check::Case& t) {
  for (std::uint8_t op = HALT; op <= OPS; ++op)
    for (const int depth : {0, 1, 2, 3, 31, 32}) {
      Code code;
      for (int k = 0; k < depth; ++k) code.insert(code.end(), {LOAD, static_cast<std::uint8_t>(k % 3 == 0 ? 0 : 1)});
      const auto next = static_cast<std::uint8_t>(code.size() + 2);  // jumps go where they stand anyway
      code.insert(code.end(), {op, next, HALT, HALT, HALT, HALT});
      run(t, "operation " + std::to_string(op), code, {5, 0x80000003U});
    }
}

/// Straight code with forward jumps: every thread ends, on many different ways.
void random_programs(check::Case& t) {
  const auto pick = [&](int low, int high) { return static_cast<std::uint8_t>(t.random<int>(1, low, high)[0]); };
  for (int program = 0; program < 16; ++program) {
    Code code = {LOAD, 0, LOAD, 0, PUSH8, 13, LOAD, 0, PUSH8, pick(0, 255)};
    for (int k = 0; k < 40; ++k) {
      const int kind = pick(0, 9);
      if (kind < 3) {
        code.push_back(pick(0, 1) != 0 ? LOAD : PUSH8);
        code.push_back(pick(0, 255));
      } else if (kind == 3) {
        code.push_back(STORE);
        code.push_back(pick(0, 7));
        code.insert(code.end(), {LOAD, 0, LOAD, 1});
      } else if (kind == 4) {  // skip a push or an operation of one byte
        code.insert(code.end(), {DUP, pick(0, 1) != 0 ? JZ : JNZ, static_cast<std::uint8_t>(code.size() + 4), NEG});
      } else {
        std::uint8_t op = HALT;
        while (op == HALT || op == PUSH8 || op == PUSH32 || op == DROP || (op >= LOAD && op <= RET))
          op = pick(1, OPS - 1);
        code.push_back(op);
      }
    }
    code.push_back(HALT);
    auto in = t.random_bits<Word>(37);
    in[0] = 0, in[1] = 1, in[2] = 0x80000000U, in[3] = ~0U;
    run(t, "random", code, in);
  }
}

}  // namespace

KERNEL_CHECK(interpreter) {
  known_answers(t);
  faults(t);
  each_operation(t);
  random_programs(t);
}
