// Floating-point functions that GPUs have no instruction for and that are exact: remainder, and the parts of a number.
// They are ours on every machine, whether or not a library is there.
//
// Cost: fmod takes one round, of about 12 instructions, for each 18 (f32) or 48 (f64) bits of the quotient.
// Source: long division; why each step is exact is told below.
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "codegen/prepare/own_math.hpp"
#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

// $F is the type, $I its bits as an integer. Only integers are compared, so flushed denormals confuse nothing.
//
// fmod: x and y are scaled to [1, 2) and their exponents subtracted: n bits of the quotient are in front of the point.
// A round takes k <= $STEP of them. r 2^k is exact; the quotient q is off by less than one: r 2^k / y < 2^(k+1) times
// the relative error of a product with a reciprocal that may be wrong by 2 ulp, below 1/6, and 1/2 of the rounding. So
// |r 2^k - q y| < y < 2, and it is a multiple of y's last place: it has a floating-point number, which fma gives.
// A remainder below zero gets y once, for the same reason exactly.
constexpr char text[] = R"(
declare $F @llvm.rint.$S($F)
declare $F @llvm.trunc.$S($F)
declare $F @llvm.fma.$S($F, $F, $F)
declare $F @llvm.copysign.$S($F, $F)
declare $I @llvm.umin.$I($I, $I)

define $F @__lathe_fmod_$S($F %x, $F %y) alwaysinline nounwind memory(none) {
entry:
  %xb = bitcast $F %x to $I
  %yb = bitcast $F %y to $I
  %ax = and $I %xb, $ABS
  %ay = and $I %yb, $ABS
  %before.y = add $I %ay, -1
  %y.bad = icmp uge $I %before.y, $INF
  %x.bad = icmp uge $I %ax, $INF
  %bad = or i1 %y.bad, %x.bad
  %less = icmp ult $I %ax, %ay
  %known = select i1 %bad, $F $NAN, $F %x
  %simple = or i1 %bad, %less
  br i1 %simple, label %done, label %scale

scale:
  %x.small = icmp ult $I %ax, $HID
  %y.small = icmp ult $I %ay, $HID
  %x.whole = uitofp $I %ax to $F
  %y.whole = uitofp $I %ay to $F
  %x.whole.bits = bitcast $F %x.whole to $I
  %y.whole.bits = bitcast $F %y.whole to $I
  %xn = select i1 %x.small, $I %x.whole.bits, $I %ax
  %yn = select i1 %y.small, $I %y.whole.bits, $I %ay
  %x.down = select i1 %x.small, $I $LEAST, $I 0
  %y.down = select i1 %y.small, $I $LEAST, $I 0
  %x.field = lshr $I %xn, $MB
  %y.field = lshr $I %yn, $MB
  %xe = sub $I %x.field, %x.down
  %ye = sub $I %y.field, %y.down
  %n = sub $I %xe, %ye
  %x.digits = and $I %xn, $MANT
  %y.digits = and $I %yn, $MANT
  %x.bits = or $I %x.digits, $ONE
  %y.bits = or $I %y.digits, $ONE
  %fx = bitcast $I %x.bits to $F
  %fy = bitcast $I %y.bits to $F
  %inverse = fdiv $F 1.0, %fy
  %minus.y = fneg $F %fy
  br label %round

round:
  %r = phi $F [ %fx, %scale ], [ %next, %round ]
  %left = phi $I [ %n, %scale ], [ %rest, %round ]
  %k = call $I @llvm.umin.$I($I %left, $I $STEP)
  %power.field = shl $I %k, $MB
  %power.bits = add $I %power.field, $ONE
  %power = bitcast $I %power.bits to $F
  %part = fmul $F %r, %power
  %near = fmul $F %part, %inverse
  %q = call $F @llvm.rint.$S($F %near)
  %signed = call $F @llvm.fma.$S($F %q, $F %minus.y, $F %part)
  %raised = fadd $F %signed, %fy
  %below = fcmp olt $F %signed, 0.0
  %next = select i1 %below, $F %raised, $F %signed
  %rest = sub $I %left, %k
  %ended = icmp eq $I %rest, 0
  br i1 %ended, label %finish, label %round

finish:
  %normal = icmp sgt $I %ye, 0
  %normal.bits = shl $I %ye, $MB
  %down = sub $I 1, %ye
  %small.bits = lshr $I $HID, %down
  %unit.bits = select i1 %normal, $I %normal.bits, $I %small.bits
  %unit = bitcast $I %unit.bits to $F
  %size = fmul $F %next, %unit
  %size.bits = bitcast $F %size to $I
  %sign = and $I %xb, $SIGN
  %result.bits = or $I %size.bits, %sign
  %result = bitcast $I %result.bits to $F
  br label %done

done:
  %value = phi $F [ %known, %entry ], [ %result, %finish ]
  ret $F %value
}

; Zeros, infinities and NaNs stay, with exponent 0.
define { $F, i32 } @__lathe_frexp_$S($F %x) alwaysinline nounwind memory(none) {
  %xb = bitcast $F %x to $I
  %ax = and $I %xb, $ABS
  %before = add $I %ax, -1
  %special = icmp uge $I %before, $BEFORE_INF
  %small = icmp ult $I %ax, $HID
  %whole = uitofp $I %ax to $F
  %whole.bits = bitcast $F %whole to $I
  %n = select i1 %small, $I %whole.bits, $I %ax
  %down = select i1 %small, $I $SMALL_EXPONENT, $I $EXPONENT
  %field = lshr $I %n, $MB
  %e = sub $I %field, %down
  %digits = and $I %n, $MANT
  %sign = and $I %xb, $SIGN
  %half = or $I %digits, $HALF
  %bits = or $I %half, %sign
  %fraction = bitcast $I %bits to $F
  %value = select i1 %special, $F %x, $F %fraction
  %narrow = $NARROW
  %exponent = select i1 %special, i32 0, i32 %narrow
  %first = insertvalue { $F, i32 } poison, $F %value, 0
  %both = insertvalue { $F, i32 } %first, i32 %exponent, 1
  ret { $F, i32 } %both
}

; Both parts have the sign of x; of an infinity the fraction is zero.
define { $F, $F } @__lathe_modf_$S($F %x) alwaysinline nounwind memory(none) {
  %whole = call $F @llvm.trunc.$S($F %x)
  %rest = fsub $F %x, %whole
  %xb = bitcast $F %x to $I
  %ax = and $I %xb, $ABS
  %infinite = icmp eq $I %ax, $INF
  %size = select i1 %infinite, $F 0.0, $F %rest
  %fraction = call $F @llvm.copysign.$S($F %size, $F %x)
  %first = insertvalue { $F, $F } poison, $F %fraction, 0
  %both = insertvalue { $F, $F } %first, $F %whole, 1
  ret { $F, $F } %both
}
)";

/// The text with each $NAME replaced. No name is the beginning of another that stands behind it.
std::string filled(std::string_view from, const std::vector<std::pair<std::string_view, std::string>>& names) {
  std::string out;
  for (std::size_t at = 0; at < from.size();) {
    const std::size_t dollar = from.find('$', at);
    out += from.substr(at, dollar - at);
    if (dollar == std::string_view::npos) break;
    std::size_t end = dollar + 1;
    while (end < from.size() && (from[end] == '_' || (from[end] >= 'A' && from[end] <= 'Z'))) ++end;
    const std::string_view name = from.substr(dollar + 1, end - dollar - 1);
    for (const auto& [known, value] : names)
      if (known == name) out += value;
    at = end;
  }
  return out;
}

std::string text_for(bool is_double) {
  const unsigned digits = is_double ? 52 : 23, bits = is_double ? 64 : 32;
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1), hidden = std::uint64_t{1} << digits;
  const std::uint64_t infinity = sign - hidden, bias = is_double ? 1023 : 127;
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  return filled(text, {{"F", is_double ? "double" : "float"},
                       {"S", is_double ? "f64" : "f32"},
                       {"I", is_double ? "i64" : "i32"},
                       {"ABS", number(sign - 1)},
                       {"SIGN", number(sign)},
                       {"INF", number(infinity)},
                       {"BEFORE_INF", number(infinity - 1)},
                       {"NAN", "0x7FF8000000000000"},
                       {"HID", number(hidden)},
                       {"MANT", number(hidden - 1)},
                       {"MB", number(digits)},
                       {"ONE", number(bias << digits)},
                       {"HALF", number((bias - 1) << digits)},
                       // A denormal is its bits, read as an integer, times 2^-least.
                       {"LEAST", number(bias + digits - 1)},
                       {"EXPONENT", number(bias - 1)},
                       {"SMALL_EXPONENT", number(bias - 1 + bias + digits - 1)},
                       {"STEP", is_double ? "48" : "18"},
                       {"NARROW", is_double ? "trunc i64 %e to i32" : "add i32 %e, 0"}});
}

}  // namespace

std::unique_ptr<llvm::Module> own_math(StepContext& context, bool is_double) {
  llvm::SMDiagnostic fault;
  llvm::LLVMContext& names = context.module.getContext();
  const bool discards = names.shouldDiscardValueNames();
  names.setDiscardValueNames(false);  // the reader of text needs them
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text_for(is_double), fault, names);
  names.setDiscardValueNames(discards);
  if (!module) context.diag.error({}, "internal fault: own functions are no LLVM IR: " + fault.getMessage().str());
  return module;
}

}  // namespace lathe::codegen
