// Common subexpressions: what is taken from above, what must not be, and random functions against an interpreter.
#include "interpreter.hpp"
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

/// The body of a function of two integers and a pointer to each of three spaces, behind the step.
std::string shared(std::string_view body) {
  PtxIr ir(
      "declare void @any()\ndeclare i32 @pure(i32) memory(none) nounwind willreturn\n"
      "declare i32 @vote(i32) convergent memory(none) nounwind willreturn\n"
      "declare i32 @reads(i32) memory(read) nounwind willreturn\n"
      "define i32 @f(i32 %a, i32 %b, ptr %g, ptr addrspace(1) %p, ptr addrspace(3) %q) {\n" +
      std::string(body) + "\n}");
  ir.run("subexpressions");  // run again it might find operands that are dead now
  return ir.print();
}
std::size_t count(const std::string& text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}
/// Two values that are returned as one.
std::string both(std::string_view first, std::string_view second) {
  return shared(std::string(first) + "\n" + std::string(second) + "\n%r = mul i32 %x, %y\nret i32 %r");
}

}  // namespace

TEST_CASE("subexpressions: the same, in another order of operands, by another name of the address") {
  CHECK(count(both("%x = add i32 %a, %b", "%y = add i32 %b, %a"), "add i32") == 1);
  CHECK(count(both("%x = sub i32 %a, %b", "%y = sub i32 %b, %a"), "sub i32") == 2);
  CHECK(count(both("%x = call i32 @llvm.umin.i32(i32 %a, i32 %b)", "%y = call i32 @llvm.umin.i32(i32 %b, i32 %a)"),
              "call i32") == 1);
  const auto compared = [](std::string_view second) {
    return both("%c = icmp slt i32 %a, %b\n%x = select i1 %c, i32 %a, i32 7",
                "%d = " + std::string(second) + "\n%y = select i1 %d, i32 %b, i32 9");
  };
  CHECK(count(compared("icmp sgt i32 %b, %a"), "icmp") == 1);
  CHECK(count(compared("icmp sgt i32 %a, %b"), "icmp") == 2);
  CHECK(count(compared("icmp sle i32 %a, %b"), "icmp") == 2);
  const auto addressed = [](std::string_view second) {
    return both("%v = getelementptr i32, ptr %g, i64 4\n%x = load volatile i32, ptr %v",
                "%w = " + std::string(second) + "\n%y = load volatile i32, ptr %w");
  };
  CHECK(count(addressed("getelementptr i8, ptr %g, i64 16"), "getelementptr") == 1);
  CHECK(count(addressed("getelementptr i8, ptr %g, i64 12"), "getelementptr") == 2);
  CHECK(count(both("%x = freeze i32 %a", "%y = freeze i32 %a"), "freeze") == 1);
  CHECK(count(both("%x = call i32 @pure(i32 %a)", "%y = call i32 @pure(i32 %a)"), "call i32") == 1);
  CHECK(count(both("%x = call i32 @pure(i32 %a)", "%y = call i32 @pure(i32 %b)"), "call i32") == 2);
}

TEST_CASE("subexpressions: what stays says no more than both did") {
  CHECK(has(both("%x = add nuw nsw i32 %a, %b", "%y = add nsw i32 %b, %a"), "add nsw i32"));
  CHECK(has(both("%x = lshr exact i32 %a, 3", "%y = lshr i32 %a, 3"), "= lshr i32"));
  // The first is undefined behaviour where it is poison, so it may stay as it is.
  CHECK(has(both("%x = sub nsw i32 %a, %b\n%u = udiv i32 1, %x\nstore i32 %u, ptr %g", "%y = sub i32 %a, %b"),
            "sub nsw i32"));
  const std::string ranged = shared(R"(
  %x = load i32, ptr %g, !range !{i32 0, i32 4}
  %y = load i32, ptr %g
  %r = mul i32 %x, %y
  ret i32 %r)");
  CHECK(count(ranged, "load") == 1);
  CHECK_FALSE(has(ranged, "!range"));
}

TEST_CASE("subexpressions: only from what dominates, and votes only within a block") {
  const auto two_ways = [](std::string_view what) {
    return shared("%c = icmp eq i32 %a, 0\nbr i1 %c, label %l, label %r\nl:\n%x = " + std::string(what) +
                  "\nstore i32 %x, ptr %g\nbr label %j\nr:\nstore i32 1, ptr %g\nbr label %j\nj:\n%y = " +
                  std::string(what) + "\nret i32 %y");
  };
  CHECK(count(two_ways("mul i32 %a, %b"), "mul") == 2);
  const auto below = [](std::string_view what) {
    return shared("%x = " + std::string(what) + "\n%c = icmp eq i32 %a, 0\nbr i1 %c, label %l, label %r\nl:\n%y = " +
                  std::string(what) + "\n%s = mul i32 %x, %y\nret i32 %s\nr:\nret i32 %x");
  };
  CHECK(count(below("call i32 @pure(i32 %a)"), "call i32") == 1);
  CHECK(count(below("call i32 @vote(i32 %a)"), "call i32") == 2);
  CHECK(count(both("%x = call i32 @vote(i32 %a)", "%y = call i32 @vote(i32 %a)"), "call i32") == 1);
}

TEST_CASE("subexpressions: conditions are known behind their branches, and what they are made of") {
  const auto behind = [](std::string_view made, std::string_view asked, bool yes) {
    return shared("%c = icmp slt i32 %a, 5\n%d = icmp slt i32 %b, 6\n%e = " + std::string(made) +
                  "\nbr i1 %e, label %l, label %r\nl:\n%k = " + std::string(yes ? asked : "icmp eq i32 %a, 77") +
                  "\n%x = select i1 %k, i32 11, i32 22\nret i32 %x\nr:\n%m = " +
                  std::string(yes ? "icmp eq i32 %a, 77" : asked) + "\n%y = select i1 %m, i32 33, i32 44\nret i32 %y");
  };
  CHECK(has(behind("and i1 %c, %d", "icmp slt i32 %b, 6", true), "ret i32 11"));
  CHECK(has(behind("select i1 %c, i1 %d, i1 false", "icmp sgt i32 6, %b", true), "ret i32 11"));
  CHECK_FALSE(has(behind("and i1 %c, %d", "icmp slt i32 %b, 6", false), "ret i32 44"));
  CHECK(has(behind("or i1 %c, %d", "icmp slt i32 %b, 6", false), "ret i32 44"));
  CHECK_FALSE(has(behind("or i1 %c, %d", "icmp slt i32 %b, 6", true), "ret i32 11"));
  // Both ways lead to one block: nothing is known there.
  CHECK(has(shared("%c = icmp slt i32 %a, 5\nbr i1 %c, label %l, label %l\nl:\n%x = select i1 %c, i32 1, i32 2\n"
                   "ret i32 %x"),
            "select"));
}

TEST_CASE("subexpressions: loads from what the place was seen to hold") {
  const auto between = [](std::string_view what, std::string_view space = "addrspace(1) %p") {
    const std::string from = std::string(space);
    return count(both("%x = load i32, ptr " + from + "\n" + std::string(what), "%y = load i32, ptr " + from),
                 "load i32, ptr " + from);
  };
  CHECK(between("") == 1);
  CHECK(between("store i32 %a, ptr addrspace(3) %q") == 1);
  CHECK(between("store i32 %a, ptr addrspace(1) null") == 2);
  CHECK(between("store i32 %a, ptr %g") == 2);
  CHECK(between("store i32 %a, ptr addrspace(3) %q", "%g") == 2);
  CHECK(between("store i32 %a, ptr addrspace(1) %p", "addrspace(3) %q") == 1);
  CHECK(between("store i32 %a, ptr addrspace(3) %q", "addrspace(7) null") ==
        2);                                                    // of the cluster, so of the block, too
  CHECK(between("store i32 %a, ptr addrspace(9) null") == 2);  // of whom nothing is known
  CHECK(between("%o = atomicrmw add ptr addrspace(3) %q, i32 1 monotonic") == 1);
  CHECK(between("%o = atomicrmw add ptr addrspace(3) %q, i32 1 acquire") == 2);
  CHECK(between("%o = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic") == 2);
  CHECK(between("%o = cmpxchg ptr addrspace(3) %q, i32 1, i32 2 monotonic acquire") == 2);
  CHECK(between("%o = load volatile i32, ptr addrspace(3) %q\nstore i32 %o, ptr %g") == 2);
  CHECK(between("%o = load atomic i32, ptr addrspace(3) %q acquire, align 4\nstore i32 %o, ptr addrspace(3) %q") == 2);
  CHECK(between("fence release") == 1);
  CHECK(between("fence acquire") == 2);
  CHECK(between("call void @any()") == 2);
  CHECK(count(both("%x = load i32, ptr %g", "call void @any()\n%y = load i32, ptr %g, !invariant.load !{}"), "load") ==
        1);
  CHECK(count(both("%x = load volatile i32, ptr %g", "%y = load i32, ptr %g"), "load") == 1);
  CHECK(count(both("%x = load i32, ptr %g", "%y = load volatile i32, ptr %g"), "load") == 2);
  CHECK(count(both("%x = load i32, ptr %g", "%y = load atomic i32, ptr %g unordered, align 4"), "load") == 2);
  CHECK(count(both("%x = load i32, ptr %g", "%z = load float, ptr %g\n%y = bitcast float %z to i32"), "load") == 2);
  CHECK(count(both("store i32 %a, ptr %g\n%x = load i32, ptr %g", "%y = load i32, ptr %g"), "load") == 0);
  CHECK(count(both("store volatile i32 %a, ptr %g\n%x = load i32, ptr %g", "%y = load i32, ptr %g"), "load") == 0);
  CHECK(count(both("%x = call i32 @reads(i32 %a)", "%y = call i32 @reads(i32 %a)"), "call i32") == 1);
  CHECK(count(both("%x = call i32 @reads(i32 %a)", "store i32 1, ptr addrspace(3) %q\n%y = call i32 @reads(i32 %a)"),
              "call i32 @reads") == 2);
  // A loop may have written on its way round.
  CHECK(count(shared("%x = load i32, ptr %g\nbr label %l\nl:\n%y = load i32, ptr %g\n%c = icmp eq i32 %y, %a\n"
                     "store i32 %b, ptr %g\nbr i1 %c, label %l, label %d\nd:\nret i32 %x"),
              "load") == 2);
}

TEST_CASE("subexpressions: stores that change nothing, or that the next one hides") {
  const auto stores = [](std::string_view body) { return count(shared(std::string(body) + "\nret i32 0"), "store "); };
  CHECK(stores("%x = load i32, ptr %g\nstore i32 %x, ptr %g") == 0);
  CHECK(stores("%x = load i32, ptr addrspace(1) %p\nstore i32 3, ptr addrspace(3) %q\n"
               "store i32 %x, ptr addrspace(1) %p") == 1);
  CHECK(stores("%x = load i32, ptr %g\nstore i32 3, ptr addrspace(3) %q\nstore i32 %x, ptr %g") == 2);
  CHECK(stores("%x = load i32, ptr %g\nstore volatile i32 %x, ptr %g") == 1);
  CHECK(stores("store i32 1, ptr %g\nstore i32 2, ptr %g") == 1);
  CHECK(stores("store i32 1, ptr %g\nstore i64 2, ptr %g") == 2);
  CHECK(stores("store volatile i32 1, ptr %g\nstore i32 2, ptr %g") == 2);
  CHECK(stores("store i32 1, ptr %g\nstore volatile i32 2, ptr %g") == 2);
  CHECK(stores("store i32 1, ptr %g\nfence release\nstore i32 2, ptr %g") == 2);
  CHECK(stores("store i32 1, ptr %g\n%x = load i32, ptr addrspace(1) %p\nstore i32 2, ptr %g\n"
               "store i32 %x, ptr addrspace(3) %q") == 3);
  CHECK(stores("store i32 1, ptr %g\nbr label %n\nn:\nstore i32 2, ptr %g") == 2);
}

TEST_CASE("subexpressions: what is dead or simple goes") {
  CHECK_FALSE(has(shared("%x = mul i32 %a, %b\nret i32 %a"), "mul"));
  CHECK(has(shared("%x = add i32 %a, 0\nret i32 %x"), "ret i32 %a"));
  CHECK(has(shared("%x = shl nuw i32 %a, 5\n%y = lshr i32 %x, 5\nret i32 %y"), "ret i32 %a"));
  CHECK(has(shared("%x = sub i32 %a, %b\n%y = add i32 %x, %b\nret i32 %y"), "ret i32 %a"));
  CHECK(has(shared("%x = icmp ult i32 %a, 0\n%y = zext i1 %x to i32\nret i32 %y"), "ret i32 0"));
  CHECK(has(shared("%x = zext i32 %a to i64\n%y = trunc i64 %x to i32\nret i32 %y"), "ret i32 %a"));
  CHECK(has(shared("%x = select i1 true, i32 %a, i32 %b\nret i32 %x"), "ret i32 %a"));
  CHECK(has(shared("%x = getelementptr i32, ptr %g, i64 0\nstore i32 1, ptr %x\nret i32 0"), "ptr %g,"));
  CHECK(has(shared("%x = call i32 @llvm.umin.i32(i32 %a, i32 -1)\nret i32 %x"), "ret i32 %a"));
}

namespace {

/// A function of nested choices and loops over few places of memory, through pointers that may meet.
class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) {
    values_ = {"%a", "%b", "3", "0", "1"};
    block(3);
    const std::string last = value();
    text_ = "define i32 @f(i32 %a, i32 %b, ptr %g, ptr addrspace(1) %p, ptr addrspace(3) %q) {\nentry:\n" + text_ +
            "  ret i32 " + last + "\n}";
  }
  const std::string& text() const { return text_; }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string fresh() { return "%v" + std::to_string(next_++); }
  std::string value() { return values_[below(static_cast<unsigned>(values_.size()))]; }
  void line(const std::string& what) { text_ += "  " + what + "\n"; }
  std::string put(const std::string& what) {
    std::string name = fresh();
    line(name + " = " + what);
    return name;
  }
  std::string place() {
    static constexpr const char* bases[] = {"ptr %g", "ptr addrspace(1) %p", "ptr addrspace(3) %q"};
    const std::string base = bases[below(3)];
    const std::string offset = std::to_string(4 * below(3));
    if (below(3) == 0) return base;
    return base.substr(0, base.rfind(' ') + 1) +
           put(below(2) == 0 ? "getelementptr i8, " + base + ", i64 " + offset
                             : "getelementptr i32, " + base + ", i64 " + std::to_string(below(3)));
  }
  std::string condition() {
    static constexpr const char* tests[] = {"eq", "ne", "slt", "sgt", "ule", "uge"};
    return put("icmp " + std::string(tests[below(6)]) + " i32 " + value() + ", " + value());
  }
  void statement() {
    static constexpr const char* operations[] = {"add", "sub", "mul", "and", "or", "xor"};
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        values_.push_back(put(std::string(operations[below(6)]) + " i32 " + value() + ", " + value()));
        break;
      case 3:
        values_.push_back(put("select i1 " + condition() + ", i32 " + value() + ", i32 " + value()));
        break;
      case 4:
      case 5:
      case 6:
        values_.push_back(put(std::string(below(8) == 0 ? "load volatile" : "load") + " i32, " + place()));
        break;
      case 7:
      case 8:
        line("store i32 " + value() + ", " + place());
        break;
      default:
        values_.push_back(
            put("atomicrmw add " + place() + ", i32 " + value() + (below(2) == 0 ? " monotonic" : " seq_cst")));
    }
  }
  void block(unsigned depth) {
    for (unsigned n = 2 + below(6); n-- > 0;) {
      if (depth == 0 || below(4) != 0)
        statement();
      else if (below(3) != 0)
        choice(depth - 1);
      else
        loop(depth - 1);
    }
  }
  void choice(unsigned depth) {
    const std::string n = std::to_string(next_++), c = condition();
    const std::size_t visible = values_.size();
    const std::string outer = here_;
    line("br i1 " + c + ", label %y" + n + ", label %n" + n);
    std::string from[2], given[2];
    for (const bool yes : {true, false}) {
      here_ = (yes ? "y" : "n") + n;
      text_ += here_ + ":\n";
      block(depth);
      given[yes] = value();
      from[yes] = here_;
      values_.resize(visible);
      line("br label %j" + n);
    }
    here_ = "j" + n;
    text_ += here_ + ":\n";
    values_.push_back(put("phi i32 [ " + given[1] + ", %" + from[1] + " ], [ " + given[0] + ", %" + from[0] + " ]"));
  }
  void loop(unsigned depth) {
    const std::string n = std::to_string(next_++), outer = here_;
    line("br label %l" + n);
    here_ = "l" + n;
    text_ += here_ + ":\n";
    const std::size_t at = text_.size();
    const std::size_t visible = values_.size();
    values_.push_back("%i" + n);
    block(depth);
    line("%t" + n + " = add i32 %i" + n + ", 1");
    line("%z" + n + " = icmp ult i32 %t" + n + ", 2");
    line("br i1 %z" + n + ", label %l" + n + ", label %d" + n);
    text_.insert(at, "  %i" + n + " = phi i32 [ 0, %" + outer + " ], [ %t" + n + ", %" + here_ + " ]\n");
    values_.resize(visible);
    here_ = "d" + n;
    text_ += here_ + ":\n";
  }

  std::mt19937 random_;
  std::string text_, here_ = "entry";
  std::vector<std::string> values_;
  unsigned next_ = 0;
};

std::string executed(const llvm::Function& f, unsigned generic, unsigned a, unsigned b) {
  Memory memory;
  for (unsigned i = 0; i < 64; ++i) memory.bytes.push_back(static_cast<std::uint8_t>(i % 7 == 0 ? i : i % 3));
  Thread thread(f, memory, {APInt(32, a), APInt(32, b), APInt(64, generic), APInt(64, 0), APInt(64, 32)});
  while (!thread.done()) thread.step();
  std::string all = memory.fault + std::to_string(thread.result().bits.getZExtValue());
  for (const std::uint8_t byte : memory.bytes) all += " " + std::to_string(byte);
  return all;
}

}  // namespace

TEST_CASE("subexpressions: random functions do the same") {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Program program(seed);
    PtxIr before(program.text()), after(program.text());
    after.run("subexpressions");
    changed += after.print() != before.print();
    for (const unsigned generic : {0U, 4U, 32U, 48U})
      for (const unsigned a : {0U, 1U, 5U}) {
        const std::string was = executed(*before.module->getFunction("f"), generic, a, 3);
        CHECK(was.find("does not end") == std::string::npos);
        if (was == executed(*after.module->getFunction("f"), generic, a, 3)) continue;
        FAIL_CHECK("seed ", seed, "\n", program.text(), "\n", after.print());
      }
  }
  CHECK(changed > 350);
}
