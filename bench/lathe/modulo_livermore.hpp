// The Livermore kernels whose inner loop is one block, as loops for lathe::modulo: what each statement loads, computes
// and stores. Kernels 15, 16 and 17 branch inside and are left out; address arithmetic is left to the addressing modes.
//
// A line is an operation: "name = op operand ..." or "store array offset name". A name that is read before it is
// written comes from the iteration before; one that is never written does not change in the loop. Offsets count
// elements from the loop's index.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <lathe/modulo/text.hpp>

#include "tests/unit/lathe/modulo/random_loop.hpp"

namespace bench {

struct Livermore {
  const char* name;
  const char* body;
};
inline constexpr Livermore livermore[] = {
    {"1-hydro",
     "a = load z 10\nb = load z 11\nc = load y 0\nd = mul r a\ne = mul t b\nf = add d e\ng = mul c f\n"
     "h = add q g\nstore x 0 h\n"},
    {"2-iccg",
     "a = load x 0\nb = load v 0\nc = load x -1\nd = load v 1\ne = load x 1\nf = mul b c\ng = add a f\n"
     "h = mul d e\ni = add g h\nstore xnext 0 i\n"},
    {"3-inner", "a = load z 0\nb = load x 0\nc = mul a b\nq = add q c\n"},
    {"4-banded", "a = load x 0\nb = load y 0\nc = mul a b\ntemp = add temp c\n"},
    {"5-tridiagonal", "a = load z 0\nb = load y 0\nc = add b last\nlast = mul a c\nstore x 0 last\n"},
    {"5-tridiagonal-memory", "a = load z 0\nb = load y 0\nl = load x -1\nc = add b l\nd = mul a c\nstore x 0 d\n"},
    {"6-recurrence", "a = load b 0\nc = load w 0\nd = mul a c\nacc = add acc d\n"},
    {"7-state",
     "u0 = load u 0\nz0 = load z 0\ny0 = load y 0\nu1 = load u 1\nu2 = load u 2\nu3 = load u 3\nu4 = load u 4\n"
     "u5 = load u 5\nu6 = load u 6\na = mul r y0\nb = add z0 a\nc = mul r b\nd = add u0 c\ne = mul r u1\n"
     "f = add u2 e\ng = mul r f\nh = add u3 g\ni = mul q u4\nj = add u5 i\nk = mul q j\nl = add u6 k\n"
     "m = mul t l\nn = add h m\no = mul t n\np = add d o\nstore x 0 p\n"},
    {"8-adi",
     "a1 = load u1 1\nb1 = load u1 -1\nd1 = add a1 b1\nstore du1 0 d1\na2 = load u2 1\nb2 = load u2 -1\n"
     "d2 = add a2 b2\nstore du2 0 d2\na3 = load u3 1\nb3 = load u3 -1\nd3 = add a3 b3\nstore du3 0 d3\n"
     "c1 = load u1 0\ne1 = load v1 1\nf1 = load v1 -1\ng1 = mul two c1\nh1 = add e1 g1\ni1 = add h1 f1\n"
     "j1 = mul sig i1\nk1 = mul a11 d1\nl1 = mul a12 d2\nm1 = mul a13 d3\nn1 = add c1 k1\no1 = add n1 l1\n"
     "p1 = add o1 m1\nq1 = add p1 j1\nstore w1 0 q1\nc2 = load u2 0\ne2 = load v2 1\nf2 = load v2 -1\n"
     "g2 = mul two c2\nh2 = add e2 g2\ni2 = add h2 f2\nj2 = mul sig i2\nk2 = mul a21 d1\nl2 = mul a22 d2\n"
     "m2 = mul a23 d3\nn2 = add c2 k2\no2 = add n2 l2\np2 = add o2 m2\nq2 = add p2 j2\nstore w2 0 q2\n"
     "c3 = load u3 0\ne3 = load v3 1\nf3 = load v3 -1\ng3 = mul two c3\nh3 = add e3 g3\ni3 = add h3 f3\n"
     "j3 = mul sig i3\nk3 = mul a31 d1\nl3 = mul a32 d2\nm3 = mul a33 d3\nn3 = add c3 k3\no3 = add n3 l3\n"
     "p3 = add o3 m3\nq3 = add p3 j3\nstore w3 0 q3\n"},
    {"9-integrate",
     "a = load p12 0\nb = load p11 0\nc = load p10 0\nd = load p9 0\ne = load p8 0\nf = load p7 0\n"
     "g = load p6 0\nh = load p5 0\ni = load p4 0\nj = load p2 0\nk = mul m28 a\nl = mul m27 b\n"
     "m = mul m26 c\nn = mul m25 d\no = mul m24 e\np = mul m23 f\nq = mul m22 g\nr = add h i\n"
     "s = mul c0 r\nt = add k l\nu = add t m\nv = add u n\nw = add v o\nx = add w p\ny = add x q\n"
     "z = add y s\nt2 = add z j\nstore p0 0 t2\n"},
    {"10-difference",
     "ar = load c4 0\nx4 = load p4 0\nbr = add ar x4\nstore p4 0 ar\nx5 = load p5 0\ncr = add br x5\n"
     "store p5 0 br\nx6 = load p6 0\nar = add cr x6\nstore p6 0 cr\nx7 = load p7 0\nbr = add ar x7\n"
     "store p7 0 ar\nx8 = load p8 0\ncr = add br x8\nstore p8 0 br\nx9 = load p9 0\nar = add cr x9\n"
     "store p9 0 cr\nxa = load p10 0\nbr = add ar xa\nstore p10 0 ar\nxb = load p11 0\ncr = add br xb\n"
     "store p11 0 br\nxc = load p12 0\nd = add cr xc\nstore p12 0 cr\nstore p13 0 d\n"},
    {"11-first-sum", "a = load y 0\nsum = add sum a\nstore x 0 sum\n"},
    {"11-first-sum-memory", "a = load y 0\nb = load x -1\nc = add b a\nstore x 0 c\n"},
    {"12-first-difference", "a = load y 1\nb = load y 0\nc = add a b\nstore x 0 c\n"},
    {"13-particles-2d",
     "px = load p0 0\npy = load p1 0\ni = add px one\nj = add py one\nb = load grid 0 i j\n"
     "c = load grid2 0 i j\nvx = load p2 0\nvy = load p3 0\nnx = add vx b\nny = add vy c\nstore p2 0 nx\n"
     "store p3 0 ny\nqx = add px nx\nqy = add py ny\nstore p0 0 qx\nstore p1 0 qy\n"
     "k = add qx mask\nl = add qy mask\ny = load yy 0 k\nz = load zz 0 l\nm = add k y\nn = add l z\n"
     "h = load h? 0 m n\nw = add h one\nstore h? 0 w m n\n"},
    {"14-particles-1d",
     "x = load grd 0\ni = add x one\ne = load ex 0 i\nd = load dex 0 i\nf = add x e\ng = mul f d\n"
     "v = load vx 0\nw = add v g\nstore vx 0 w\nxx = load xx 0\ny = add xx w\nz = add y flx\n"
     "store xx 0 z\nir = add z one\nrx = add z ir\nstore rx 0 rx\nstore ir 0 ir\n"},
    {"18-hydro-2d-za",
     "a = load zp1 -1\nb = load zq1 -1\nc = load zp -1\nd = load zq -1\ne = load zr 0\nf = load zr -1\n"
     "g = load zm -1\nh = load zm1 -1\ni = add a b\nj = add i c\nk = add j d\nl = add e f\nm = mul k l\n"
     "n = add g h\no = div m n\nstore za 0 o\n"},
    {"18-hydro-2d-zu",
     "z = load zz 0\na = load za 0\nb = load zz 1\nc = add z b\nd = mul a c\ne = load za -1\n"
     "f = load zz -1\ng = add z f\nh = mul e g\ni = add d h\nj = load zb 0\nk = load zzm 0\nl = add z k\n"
     "m = mul j l\nn = add i m\no = mul s n\np = load zu 0\nq = add p o\nstore zu 0 q\n"},
    {"18-hydro-2d-zr",
     "a = load zr 0\nb = load zu 0\nc = mul t b\nd = add a c\nstore zr 0 d\ne = load zz 0\nf = load zv 0\n"
     "g = mul t f\nh = add e g\nstore zz 0 h\n"},
    {"19-recurrence", "a = load sa 0\nb = load sb 0\nc = mul stb b\nd = add a c\nstore b5 0 d\nstb = add d stb\n"},
    {"20-ordinates",
     "y = load y 0\ng = load g 0\na = add xx dk\nb = div g a\ndi = add y b\ndn = div z di\n"
     "w = load w 0\nv = load v 0\nc = mul v dn\nd = add w c\ne = mul d xx\nu = load u 0\nf = add e u\n"
     "vx = load vx 0\nh = add vx c\nx = div f h\nstore x 0 x\ni = add x xx\nj = mul i dn\nxx = add j xx\n"
     "store xx 0 xx\n"},
    {"21-matrix", "a = load cx 0\nb = mul vy a\nc = load px 0\nd = add c b\nstore px 0 d\n"},
    {"22-planck",
     "a = load u 0\nb = load v 0\ny = div a b\nstore y 0 y\ne = div y one\nf = add e one\nx = load x 0\n"
     "w = div x f\nstore w 0 w\n"},
    {"23-implicit-2d",
     "a = load zap 0\nb = load zr 0\nc = mul a b\nd = load zam 0\ne = load zb 0\nf = mul d e\n"
     "g = add c f\nh = load za 1\ni = load zu 0\nj = mul h i\nk = add g j\nl = load zv 0\nm = mul last l\n"
     "n = add k m\no = load zz 0\nqa = add n o\np = load za 0\nq = add qa p\nr = mul s q\nlast = add p r\n"
     "store za 0 last\n"},
    {"24-first-minimum",
     "a = load x 0\nc = add a min\nmin = add c a min\nat = add c at index\nindex = add index one\n"}};

/// One kernel on one machine of random_loop.hpp, the body `unroll` times.
class LivermoreLoop {
 public:
  struct Inst {
    std::uint32_t kind = 0;  ///< of the machine
    std::string array;       ///< of loads and stores
    std::int64_t offset = 0;
    std::vector<std::pair<std::uint32_t, bool>> operands;
  };
  struct OperandRef {
    std::uint32_t value;
    bool is_def;
  };
  struct UseRef {
    std::uint32_t unit, first, cycles;
  };
  LivermoreLoop(const Livermore& kernel, std::uint32_t machine, std::uint32_t unroll)
      : name_(std::string(kernel.name) + "/" + std::to_string(machine) + "x" + std::to_string(unroll)),
        machine_(machine),
        unroll_(unroll),
        kinds_(modulo_test::set_up(machine_facts_, machine)) {
    for (std::uint32_t copy = 0; copy < unroll; ++copy) {
      std::istringstream lines(kernel.body);
      for (std::string line; std::getline(lines, line);) read(line, copy);
    }
  }
  std::vector<std::uint32_t> insts() const {
    std::vector<std::uint32_t> out(insts_.size());
    for (std::uint32_t i = 0; i < out.size(); ++i) out[i] = i;
    return out;
  }
  std::vector<OperandRef> operands(std::uint32_t i) const {
    std::vector<OperandRef> out;
    for (const auto& [value, is_def] : insts_[i].operands) out.push_back({value, is_def});
    return out;
  }
  std::uint32_t latency(std::uint32_t i) const { return kind(i).latency; }
  std::vector<UseRef> holds(std::uint32_t i) const {
    std::vector<UseRef> out;
    if (kind(i).unit != lathe::modulo::none) out.push_back({kind(i).unit, 0, kind(i).cycles});
    if (machine_ == 4 && !kind(i).store) out.push_back({2, kind(i).latency, 1});
    return out;
  }
  std::uint32_t issue_width() const { return machine_facts_.issue_width; }
  const auto& units() const { return machine_facts_.units; }
  const std::string& name() const { return name_; }
  std::string name(std::uint32_t i) const { return kind(i).name; }
  lathe::flow::Sequence::Memory memory(std::uint32_t i) const {
    using Memory = lathe::flow::Sequence::Memory;
    return kind(i).load ? Memory::reads : kind(i).store ? Memory::writes : Memory::none;
  }
  lathe::flow::MemoryRelation memory_relation(std::uint32_t a, std::uint32_t b) const {
    const Inst &x = insts_[a], &y = insts_[b];
    if (x.array != y.array) return {false, 0, 0};
    if (x.array.back() == '?') return {};  // indexed by data
    const auto least = [&](std::int64_t apart) -> std::uint32_t {
      return apart > 0 && apart % unroll_ == 0 ? static_cast<std::uint32_t>(apart / unroll_) : 0;
    };
    return {x.offset == y.offset, least(x.offset - y.offset), least(y.offset - x.offset)};
  }

 private:
  const modulo_test::Kind& kind(std::uint32_t i) const { return kinds_[insts_[i].kind]; }
  std::uint32_t variable(const std::string& name) {
    return variables_.emplace(name, static_cast<std::uint32_t>(variables_.size())).first->second;
  }
  void read(const std::string& line, std::uint32_t copy) {
    std::istringstream words(line);
    std::string first, word;
    Inst inst;
    words >> first;
    if (first == "store") {
      inst.kind = 1;
    } else {
      words >> word >> word;
      inst.kind = word == "load" ? 0 : word == "mul" ? 3 : word == "div" ? 5 : 2;
    }
    if (inst.kind < 2) {
      words >> inst.array >> inst.offset;
      inst.offset += copy;
    }
    while (words >> word) inst.operands.emplace_back(variable(word), false);
    if (first != "store") inst.operands.emplace_back(variable(first), true);
    insts_.push_back(std::move(inst));
  }

  std::string name_;
  std::uint32_t machine_;
  std::int64_t unroll_;
  lathe::modulo::Problem machine_facts_;
  std::vector<modulo_test::Kind> kinds_;
  std::vector<Inst> insts_;
  std::map<std::string, std::uint32_t> variables_;
};

}  // namespace bench
