/* liblathe from C: a kernel compiled to PTX, and the PTX executed on the CPU.
 *
 *   cc compile.c -llathe -o compile && ./compile
 */
#include <lathe-c/lathe.h>
#include <stdio.h>
#include <string.h>

static const char kernel[] =
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "define ptx_kernel void @twice(ptr %out) {\n"
    "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
    "  %at = getelementptr i32, ptr %out, i32 %i\n"
    "  %v = mul i32 %i, 2\n"
    "  store i32 %v, ptr %at\n"
    "  ret void\n"
    "}\n"
    "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";

int main(void) {
  const char* options[] = {"-mcpu=sm_90", "-O3"};
  int numbers[4] = {0, 0, 0, 0};
  lathe_result *compiled = NULL, *ran = NULL;
  lathe_buffer source, ptx;
  lathe_argument argument;
  lathe_launch launch;
  size_t size = 0;

  memset(&source, 0, sizeof source);
  source.name = "twice.ll";
  source.data = kernel;
  source.size = strlen(kernel);
  if (lathe_compile(&source, 1, options, 2, &compiled) != LATHE_OK) {
    fputs(lathe_log(compiled, NULL), stderr);
    lathe_free(compiled);
    return 1;
  }
  memset(&ptx, 0, sizeof ptx);
  ptx.name = "twice.ptx";
  ptx.data = lathe_output(compiled, &size);
  ptx.size = size;
  fputs(lathe_output(compiled, NULL), stdout);

  argument.kind = LATHE_OUT;
  argument.data = numbers;
  argument.size = sizeof numbers;
  memset(&launch, 0, sizeof launch);
  launch.struct_size = sizeof launch;
  launch.block[0] = 4;
  launch.arguments = &argument;
  launch.argument_count = 1;
  if (lathe_run(&ptx, 1, &launch, NULL, 0, &ran) != LATHE_OK) {
    fputs(lathe_log(ran, NULL), stderr);
    lathe_free(ran);
    lathe_free(compiled);
    return 1;
  }
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
  lathe_free(ran);
  lathe_free(compiled);
  return 0;
}
