// The toy GPU's instruction set, and a program of it as data and as text: what its code generator writes and its machine reads.
//
// Text, a line each, `;` begins a comment; numbers are decimal, or hexadecimal after 0x:
//
//   global table bytes 16 align 4     ; or `const`, or `shared` (which has no contents); all else is 0
//     data 0 00112233aabb             ; bytes in hexadecimal from this offset on
//     word 8 lo(other+4)              ; 4 bytes: half of an address
//   kernel scale args 20 local 64     ; bytes of its argument block; bytes of local memory from `frame` to `top`, a
//                                     ; multiple of 16
//   L0:                               ; block 0: blocks stand in order
//     ld.arg.x1 s0, [8]
//     ld.global.x1 v3, [v1:v2+4]
//     cmp.slt v3, s0
//     branch L2
//   L1: ...
//   func helper in 16 local 32        ; arguments and results lie in the 16 bytes below `frame`
//
// Variables of shared memory get their offsets in the order of the text; one of 0 bytes stands behind all others, where the
// launch's own shared memory is. A block that ends without an instruction of property B goes on in the next.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toy_gpu {

enum class Op : std::uint16_t {
#define TOY_OP(id, name, operands, properties) id,
#include "isa.def"
#undef TOY_OP
  count
};

struct Row {
  std::string_view name, operands, properties;
  constexpr bool has(char property) const { return properties.find(property) != std::string_view::npos; }
};
inline constexpr Row rows[] = {
#define TOY_OP(id, name, operands, properties) {name, operands, properties},
#include "isa.def"
#undef TOY_OP
};
constexpr const Row& row(Op op) { return rows[static_cast<std::size_t>(op)]; }

inline constexpr unsigned scalar_registers = 32, vector_registers = 64;
/// s0 to s31 are 0 to 31, v0 to v63 are 32 to 95.
using Register = std::uint8_t;
inline constexpr Register no_register = 255;
constexpr bool is_scalar(Register r) { return r < scalar_registers; }

struct Operand {
  enum class Kind : std::uint8_t {
    reg,
    number,  ///< `value`
    lo,      ///< halves of the address of `name`, `value` bytes on
    hi,
    at,       ///< offset of `name` in its own space, `value` bytes on
    address,  ///< [reg + value], [reg:high + value], [value], [at(name + value)]
    frame,    ///< [frame + value]
    top,      ///< [top + value]
    block,    ///< `value`
    function  ///< `name`
  };
  Kind kind = Kind::number;
  Register reg = no_register, high = no_register;
  std::int64_t value = 0;
  std::string name;
};

struct Inst {
  Op op{};
  std::vector<Operand> operands;
  std::uint32_t line = 0;  ///< of the text
};

struct Function {
  std::string name;
  bool kernel = false;
  std::uint32_t args = 0;  ///< kernels: of the argument block; others: below `frame`
  std::uint32_t local = 0;
  std::vector<std::vector<Inst>> blocks;
};

struct Variable {
  enum class Space : std::uint8_t { global, constant, shared } space = Space::global;
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t align = 1;
  std::vector<std::uint8_t> data;  ///< shorter than `bytes`: the rest is 0
  struct Word {
    std::uint64_t offset = 0;
    Operand half;  ///< lo or hi
  };
  std::vector<Word> words;
};

struct Program {
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

/// The text form; of an instruction without indentation and line end.
std::string print(const Program& program);
std::string print(const Inst& inst);
/// Reads it; on error false, and `error` is "NAME:LINE: what is wrong, what to do". What it takes keeps the rules of isa.def: operands of the
/// kinds of their row, scalar registers in kernels alone, scalar results of scalar sources alone, names that are there, and no function that
/// goes on behind its last instruction.
bool assemble(std::string_view text, const std::string& name, Program& program, std::string& error);

}  // namespace toy_gpu
