/* liblathe: LLVM IR to PTX, and PTX executed on the CPU, for programs in any language that calls C.
 *
 *   lathe_result* result = NULL;
 *   lathe_buffer module = {"k.ll", text, strlen(text), 0};
 *   const char* options[] = {"-mcpu=sm_90", "-O3"};
 *   if (lathe_compile(&module, 1, options, 2, &result) == LATHE_OK) use(lathe_output(result, NULL));
 *   else fputs(lathe_log(result, NULL), stderr);
 *   lathe_free(result);
 *
 * What holds of every function:
 *   - It may be called by any number of threads at the same time, in a process that has any LLVM: the library's own is
 *     within it, and none of its symbols is seen outside. Results belong to who got them, and to one thread at a time.
 *   - It does not end the process, whatever the input, and writes to no stream: what is wrong is in the result's log.
 *   - Nothing global is kept. While a call runs, the process listens to SIGSEGV, for the end of the library's own stacks
 *     (256 MB each, of which what is touched costs memory); faults of others go to whoever listened before.
 *   - LATHE_NO_MEMORY and LATHE_NO_STACK lose memory of the call: LLVM cannot take a module apart that it was stopped in.
 *   - The same input and options give the same bytes, on any machine, whatever the number of threads.
 *   - Strings are UTF-8. Sizes are in bytes, without the zero that stands behind every text that is handed out.
 */
#ifndef LATHE_C_LATHE_H
#define LATHE_C_LATHE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LATHE_API __attribute__((visibility("default")))
#else
#define LATHE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. Numbers stay as they are. */
typedef enum lathe_status {
  LATHE_OK = 0,
  LATHE_FAILED = 1,      /* the input is wrong, or asks for what there is not; the log says where */
  LATHE_WRONG_USAGE = 2, /* an option or an argument of the call is wrong; nothing was done */
  LATHE_NO_MEMORY = 3,   /* the process may not have more */
  LATHE_NO_STACK = 4,    /* the input nests too deeply */
  LATHE_INTERNAL = 5     /* a fault of the library's own, or of LLVM's */
} lathe_status;

/* Bytes with a name for messages. They are read during the call only. */
typedef struct lathe_buffer {
  const char* name;   /* NULL: <input 1>, ... */
  const void* data;   /* LLVM IR, bitcode or text, of LLVM 3.7 to 22; for lathe_run PTX, too. May hold zeros */
  size_t size;        /* bytes */
  unsigned flags;     /* LATHE_LIBRARY or 0 */
} lathe_buffer;

/* A module of which only what others need is linked, and nobody outside sees it; libdevice, for example. */
#define LATHE_LIBRARY 1u

/* What a call made: its output and its log. */
typedef struct lathe_result lathe_result;

/* Compiles modules, linked where there are several, to PTX.
 *
 * Options are those of `lathe compile` (the manual page, or `lathe compile --help`) that name no file: -mcpu=sm_90,
 * -mattr=+ptx85, -O2, --fp-contract=fast, ... Besides:
 *   --optimize           LLVM's own pipeline of this -O level first, for modules that no optimizer has seen
 *   --internalize        functions that no kernel reaches may go, as nothing is linked behind
 *   --line-tables-only   of debug information, lines alone
 *   --filetype=obj       a cubin, by the CUDA toolkit's ptxas, which must be there; or asm, null
 *   --stop-after=STAGE   the text form behind a stage; optimize: the bitcode of all modules, linked and optimized
 *   --threads=N          1 by default
 * What the library looks for outside: libdevice, where nothing gives it, and ptxas, as the program does.
 *
 * `*result` is made whatever the answer, but for the last memory's end; lathe_free takes NULL, too.
 */
LATHE_API lathe_status lathe_compile(const lathe_buffer* modules, size_t count, const char* const* options,
                                     size_t option_count, lathe_result** result);

/* Whether modules are LLVM IR that is well formed: LLVM's verifier and the checks on reading. Options as above. */
LATHE_API lathe_status lathe_verify(const lathe_buffer* modules, size_t count, const char* const* options,
                                    size_t option_count, lathe_result** result);

/* What was made; zero bytes after an error. Valid until lathe_free. `size` may be NULL. */
LATHE_API const char* lathe_output(const lathe_result* result, size_t* size);
/* Errors, warnings and notes, a line each: "FILE:LINE:COLUMN: error: TEXT"; what of it is known. */
LATHE_API const char* lathe_log(const lathe_result* result, size_t* size);
/* Ends a result; NULL is taken, too. */
LATHE_API void lathe_free(lathe_result* result);

/* One argument of a kernel. */
typedef enum lathe_argument_kind {
  LATHE_VALUE = 0,  /* `size` bytes as they lie in memory: a scalar, or a struct by value */
  LATHE_INOUT = 1,  /* a buffer: goes in, comes back out */
  LATHE_IN = 2,     /* a buffer that is only read; what a kernel writes to it is lost */
  LATHE_OUT = 3     /* a buffer that is not initialized, and comes back */
} lathe_argument_kind;
/* An argument, in the order of the kernel's parameters. */
typedef struct lathe_argument {
  lathe_argument_kind kind; /* what the bytes are */
  void* data;               /* where they are */
  size_t size;              /* how many */
} lathe_argument;

/* Which kernel, over which grid, with which arguments. */
typedef struct lathe_launch {
  size_t struct_size;         /* sizeof(lathe_launch) */
  const char* kernel;         /* NULL: the only one of the module */
  uint32_t grid[3], block[3]; /* blocks, and threads of a block; 0 counts as 1 */
  uint32_t cluster[3];        /* 0: what the kernel says */
  uint32_t shared_bytes;      /* dynamic shared memory */
  uint32_t cooperative;       /* 0 or 1 */
  const lathe_argument* arguments; /* one for each parameter */
  size_t argument_count;           /* how many */
} lathe_launch;

/* Executes one kernel of PTX (or of LLVM IR, which is compiled with -mcpu and -mattr of the options) on the CPU.
 * Buffers that come back are written only where the launch ends well. The output is what the kernel's printf wrote.
 * Options: --threads=N (1), --max-steps=N, --memory-limit=BYTES, --check=memory|race|uninit (more than one: several
 * options); what a check finds makes LATHE_FAILED, and stands in the log. */
LATHE_API lathe_status lathe_run(const lathe_buffer* modules, size_t count, const lathe_launch* launch,
                                 const char* const* options, size_t option_count, lathe_result** result);

/* Runs one algorithm on a problem text (the form of each: include/lathe/NAME/text.hpp, or `lathe NAME --print-problem` on PTX)
 * or on PTX: "bits", "combine", "flow", "group", "import", "inline", "modulo", "outline", "pressure" or "sched".
 * Options are those of the command of this name that name no file: --check, --remarks and so on are heard as the command
 * hears them; what the command would write to standard output is the output, its tables are in the log. With --json the
 * output is a document: schema, results, remarks, faults of --check, stats (docs/json.md). */
LATHE_API lathe_status lathe_plan(const char* algorithm, const lathe_buffer* problem, const char* const* options,
                                  size_t option_count, lathe_result** result);

/* Of the library, as 1000000 * major + 1000 * minor + patch. */
LATHE_API uint32_t lathe_version(void);
/* The same as text. */
LATHE_API const char* lathe_version_text(void);
/* Of the LLVM within, "22.1.8". */
LATHE_API const char* lathe_llvm_version(void);

#ifdef __cplusplus
}
#endif
#endif
