// interpreter: a small stack machine; every thread runs the same byte code on its own input.
// Kernels: interpret
// Launch: <<<(n + 127) / 128, 128>>>(code, code_size, in, out, n); code is followed by 4 zero bytes.
// Expect: out[i] = top of the stack when the code halts, with in[i] as variable 0; semantics are the switch below on
//         32-bit wrapping integers. Unknown codes, stack faults and more than 10000 steps give 0xdead0000 + pc.
#include <cstdint>

enum Op : uint8_t {
  HALT, PUSH8, PUSH32, DUP, DROP, SWAP, OVER, ADD, SUB, MUL, DIVU, REMU, AND, OR, XOR, SHL, SHR, SAR, NOT, NEG,
  EQ, LTS, LTU, LOAD, STORE, JUMP, JZ, JNZ, CALL, RET, POPC, CLZ, ROTL, MIN, MAX, ABS
};

extern "C" __global__ void interpret(const uint8_t* code, uint32_t size, const uint32_t* in, uint32_t* out, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n) return;
  uint32_t stack[32], var[8] = {in[id]}, ret[8];
  uint32_t pc = 0, sp = 0, rp = 0, steps = 0;
  bool bad = false;
  auto pop = [&]() -> uint32_t {
    if (sp == 0) {
      bad = true;
      return 0;
    }
    return stack[--sp];
  };
  auto push = [&](uint32_t v) {
    if (sp == 32)
      bad = true;
    else
      stack[sp++] = v;
  };
  while (pc < size && steps++ < 10000 && !bad) {
    uint32_t a, b;
    uint8_t op = code[pc++];
    switch (op) {
      case HALT: out[id] = pop(); if (!bad) return; break;
      case PUSH8: push(code[pc++]); break;
      case PUSH32: push(code[pc] | code[pc + 1] << 8 | code[pc + 2] << 16 | (uint32_t)code[pc + 3] << 24); pc += 4; break;
      case DUP: a = pop(); push(a); push(a); break;
      case DROP: pop(); break;
      case SWAP: a = pop(); b = pop(); push(a); push(b); break;
      case OVER: a = pop(); b = pop(); push(b); push(a); push(b); break;
      case ADD: a = pop(); push(pop() + a); break;
      case SUB: a = pop(); push(pop() - a); break;
      case MUL: a = pop(); push(pop() * a); break;
      case DIVU: a = pop(); b = pop(); push(a ? b / a : 0); break;
      case REMU: a = pop(); b = pop(); push(a ? b % a : b); break;
      case AND: a = pop(); push(pop() & a); break;
      case OR: a = pop(); push(pop() | a); break;
      case XOR: a = pop(); push(pop() ^ a); break;
      case SHL: a = pop(); push(pop() << (a & 31)); break;
      case SHR: a = pop(); push(pop() >> (a & 31)); break;
      case SAR: a = pop(); push((uint32_t)((int32_t)pop() >> (a & 31))); break;
      case NOT: push(~pop()); break;
      case NEG: push(0u - pop()); break;
      case EQ: a = pop(); push(pop() == a); break;
      case LTS: a = pop(); push((int32_t)pop() < (int32_t)a); break;
      case LTU: a = pop(); push(pop() < a); break;
      case LOAD: push(var[code[pc++] & 7]); break;
      case STORE: var[code[pc++] & 7] = pop(); break;
      case JUMP: pc = code[pc]; break;
      case JZ: a = pop(); pc = a == 0 ? code[pc] : pc + 1; break;
      case JNZ: a = pop(); pc = a != 0 ? code[pc] : pc + 1; break;
      case CALL: if (rp == 8) bad = true; else { ret[rp++] = pc + 1; pc = code[pc]; } break;
      case RET: if (rp == 0) bad = true; else pc = ret[--rp]; break;
      case POPC: push(__popc(pop())); break;
      case CLZ: push(__clz(pop())); break;
      case ROTL: a = pop(); b = pop(); push(__funnelshift_l(b, b, a)); break;
      case MIN: a = pop(); b = pop(); push(min(a, b)); break;
      case MAX: a = pop(); b = pop(); push(max(a, b)); break;
      case ABS: a = pop(); push((int32_t)a < 0 ? 0u - a : a); break;
      default: bad = true; break;
    }
  }
  out[id] = 0xdead0000u + pc;
}
