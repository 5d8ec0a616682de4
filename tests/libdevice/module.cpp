// LLVM IR that calls each function of a precision once: a kernel per function, arrays in and out.
//
// Signatures: what is returned (r float, i 32-bit integer, v nothing), ':', then a letter a parameter: x y z w floats,
// n an integer, R and S pointers to the first and second result, I a pointer to a second result that is an integer.
#include "libdevice/module.hpp"

namespace libdevice {
namespace {

struct Writer {
  const Function& function;
  const Format& format;
  std::string loads, arguments, types;
  int input = 0;

  void argument(const std::string& type, const std::string& value) {
    arguments += (arguments.empty() ? "" : ", ") + type + " " + value;
    types += (types.empty() ? "" : ", ") + type;
  }
  void load(const std::string& type) {
    const std::string k = std::to_string(input++);
    loads += "  %p" + k + " = getelementptr " + type + ", ptr %in" + k + ", i64 %index\n";
    loads += "  %v" + k + " = load " + type + ", ptr %p" + k + "\n";
    argument(type, "%v" + k);
  }
  void parameter(char c) {
    if (c == 'n')
      load("i32");
    else if (std::islower(c) != 0)
      load(format.ir);
    else
      argument("ptr", c == 'R' ? "%r" : "%s");
  }
};

std::string kernel(const Function& function, const Format& format, std::string& declaration) {
  Writer w{function, format, {}, {}, {}};
  for (const char c : std::string_view(function.signature).substr(2)) w.parameter(c);
  const char kind = function.signature[0];
  const std::string type = kind == 'v' ? "void" : kind == 'i' ? "i32" : format.ir;
  const std::string name = symbol_of(function, format.precision);
  declaration = "declare " + type + " @__nv_" + name + "(" + w.types + ")\n";
  std::string text = "define ptx_kernel void @check_" + name +
                     "(ptr %in0, ptr %in1, ptr %in2, ptr %in3, ptr %out0, ptr %out1, i32 %count) #0 {\n"
                     "  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                     "  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
                     "  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "  %first = mul i32 %block, %size\n"
                     "  %i = add i32 %first, %thread\n"
                     "  %inside = icmp ult i32 %i, %count\n"
                     "  br i1 %inside, label %work, label %done\n"
                     "work:\n"
                     "  %index = zext i32 %i to i64\n";
  const auto out = [&](int k, const char* name) {
    if (k >= results(function)) return;
    const std::string element = integer_result(function, k) ? "i32" : format.ir;
    text +=
        std::string("  %") + name + " = getelementptr " + element + ", ptr %out" + std::to_string(k) + ", i64 %index\n";
  };
  out(0, "r");
  out(1, "s");
  text +=
      w.loads + (kind == 'v' ? "  call " : "  %value = call ") + type + " @__nv_" + name + "(" + w.arguments + ")\n";
  if (kind != 'v') text += "  store " + type + " %value, ptr %r\n";
  return text + "  br label %done\ndone:\n  ret void\n}\n";
}

}  // namespace

std::string module_text(Precision precision, bool ftz, const std::vector<const Function*>& chosen) {
  std::string kernels, declarations;
  for (const Function* function : chosen) {
    std::string declaration;
    kernels += kernel(*function, format_of(precision), declaration);
    declarations += declaration;
  }
  std::string text = "target triple = \"nvptx64-nvidia-cuda\"\n" + kernels + declarations;
  for (const char* name : {"ctaid", "ntid", "tid"})
    text += std::string("declare i32 @llvm.nvvm.read.ptx.sreg.") + name + ".x()\n";
  text += ftz ? "attributes #0 = { nounwind \"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" }\n"
              : "attributes #0 = { nounwind }\n";
  return text + "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"nvvm-reflect-ftz\", i32 " + (ftz ? "1" : "0") + "}\n";
}

}  // namespace libdevice
