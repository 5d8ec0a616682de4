// libnvvm.so.4: the functions of NVIDIA's nvvm.h over liblathe, for programs that load libNVVM: put it first by path,
// LD_PRELOAD or CUDA_HOME. IR of LLVM 3.7 to 22, typed pointers included, any nvvmir.version, any target of
// `lathe compile`. Needs nothing but lathe.h. What it does unlike NVIDIA's is in library/README.md.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "lathe-c/lathe.h"
#include "library/nvvm/options.hpp"

namespace {

using namespace lathe::nvvm;

struct Module {
  std::string name, bytes;
  bool lazy = false;
};
struct Program {
  std::mutex mutex;  ///< of one program, which threads may share
  std::vector<Module> modules;
  std::string ptx, log;
  bool compiled = false;
};

/// All programs that there are, by handle; a handle is a number that never comes again, so that a stale one is told.
class Programs {
 public:
  Handle add() {
    const std::lock_guard lock(mutex_);
    const std::size_t number = ++last_;
    programs_.emplace(number, std::make_shared<Program>());
    return reinterpret_cast<Handle>(number);
  }
  std::shared_ptr<Program> find(Handle handle) {
    const std::lock_guard lock(mutex_);
    const auto at = programs_.find(reinterpret_cast<std::size_t>(handle));
    return at == programs_.end() ? nullptr : at->second;
  }
  bool remove(Handle handle) {
    const std::lock_guard lock(mutex_);
    return programs_.erase(reinterpret_cast<std::size_t>(handle)) != 0;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<Program>> programs_;
  std::size_t last_ = 0;
};
Programs& programs() {
  static Programs all;
  return all;
}

/// Runs `work` on the program of a handle. No exception leaves.
template <class F>
Result on(Handle handle, F&& work) noexcept {
  try {
    const std::shared_ptr<Program> program = programs().find(handle);
    if (program == nullptr) return Result::invalid_program;
    const std::lock_guard lock(program->mutex);
    return work(*program);
  } catch (const std::bad_alloc&) {
    return Result::out_of_memory;
  } catch (...) {
    return Result::compilation;
  }
}

Result add_module(Handle handle, const char* buffer, std::size_t size, const char* name, bool lazy) {
  return on(handle, [&](Program& program) {
    if (buffer == nullptr || size == 0) return Result::invalid_input;
    program.modules.push_back({name == nullptr ? "<unnamed>" : name, std::string(buffer, size), lazy});
    return Result::success;
  });
}

Result status_of(lathe_status status, Result otherwise) {
  switch (status) {
    case LATHE_OK:
      return Result::success;
    case LATHE_WRONG_USAGE:
      return Result::invalid_option;
    case LATHE_NO_MEMORY:
      return Result::out_of_memory;
    default:
      return otherwise;
  }
}

/// Compiles, or only verifies, with options in NVIDIA's spelling.
Result work_on(Program& program, int count, const char** options, bool only_verify) {
  program.log.clear();
  if (!only_verify) {
    program.ptx.clear();
    program.compiled = false;
  }
  std::vector<std::string> words;
  if (const std::string fault = read_options(count, options, words); !fault.empty()) {
    program.log = "error: " + fault + "\n";
    return Result::invalid_option;
  }
  bool any = false;
  std::vector<lathe_buffer> modules;
  for (const Module& module : program.modules) {
    modules.push_back({module.name.c_str(), module.bytes.data(), module.bytes.size(), module.lazy ? LATHE_LIBRARY : 0});
    any |= !module.lazy;
  }
  if (!any) return Result::no_module;
  std::vector<const char*> list;
  for (const std::string& word : words) list.push_back(word.c_str());
  lathe_result* made = nullptr;
  const auto call = only_verify ? lathe_verify : lathe_compile;
  const lathe_status status = call(modules.data(), modules.size(), list.data(), list.size(), &made);
  const std::unique_ptr<lathe_result, void (*)(lathe_result*)> owner(made, lathe_free);
  program.log = lathe_log(made, nullptr);
  if (status == LATHE_OK && !only_verify) {
    std::size_t size = 0;
    const char* text = lathe_output(made, &size);
    program.ptx.assign(text, size);
    program.compiled = true;
  }
  return status_of(status, only_verify ? Result::invalid_ir : Result::compilation);
}

Result size_of(const std::string& text, std::size_t* size) {
  if (size == nullptr) return Result::invalid_input;
  *size = text.size() + 1;
  return Result::success;
}
Result copy_of(const std::string& text, char* buffer) {
  if (buffer == nullptr) return Result::invalid_input;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return Result::success;
}

}  // namespace

// C's names and types are NVIDIA's; its header is not needed to build this.
#define NVVM_API extern "C" LATHE_API

NVVM_API const char* nvvmGetErrorString(Result result) { return text_of(result); }

NVVM_API Result nvvmVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return Result::invalid_input;
  *major = 2;
  *minor = 0;
  return Result::success;
}
NVVM_API Result nvvmIRVersion(int* major, int* minor, int* major_debug, int* minor_debug) {
  if (major == nullptr || minor == nullptr || major_debug == nullptr || minor_debug == nullptr)
    return Result::invalid_input;
  *major = 2;
  *minor = 0;
  *major_debug = 3;
  *minor_debug = 2;
  return Result::success;
}
NVVM_API Result nvvmLLVMVersion(const char* arch, int* major) {
  std::vector<std::string> words;
  const std::string option = "-arch=" + std::string(arch == nullptr ? "" : arch);
  const char* list[] = {option.c_str()};
  if (major == nullptr || !read_options(1, list, words).empty()) return Result::invalid_input;
  *major = std::atoi(lathe_llvm_version());
  return Result::success;
}

NVVM_API Result nvvmCreateProgram(Handle* program) {
  if (program == nullptr) return Result::invalid_program;
  try {
    *program = programs().add();
    return Result::success;
  } catch (const std::bad_alloc&) {
    return Result::out_of_memory;
  }
}
NVVM_API Result nvvmDestroyProgram(Handle* program) {
  if (program == nullptr || !programs().remove(*program)) return Result::invalid_program;
  *program = nullptr;
  return Result::success;
}
NVVM_API Result nvvmAddModuleToProgram(Handle program, const char* buffer, std::size_t size, const char* name) {
  return add_module(program, buffer, size, name, false);
}
NVVM_API Result nvvmLazyAddModuleToProgram(Handle program, const char* buffer, std::size_t size, const char* name) {
  return add_module(program, buffer, size, name, true);
}
NVVM_API Result nvvmCompileProgram(Handle program, int count, const char** options) {
  return on(program, [&](Program& p) { return work_on(p, count, options, false); });
}
NVVM_API Result nvvmVerifyProgram(Handle program, int count, const char** options) {
  return on(program, [&](Program& p) { return work_on(p, count, options, true); });
}
NVVM_API Result nvvmGetCompiledResultSize(Handle program, std::size_t* size) {
  return on(program, [&](Program& p) { return size_of(p.ptx, size); });
}
NVVM_API Result nvvmGetCompiledResult(Handle program, char* buffer) {
  return on(program, [&](Program& p) { return copy_of(p.ptx, buffer); });
}
NVVM_API Result nvvmGetProgramLogSize(Handle program, std::size_t* size) {
  return on(program, [&](Program& p) { return size_of(p.log, size); });
}
NVVM_API Result nvvmGetProgramLog(Handle program, char* buffer) {
  return on(program, [&](Program& p) { return copy_of(p.log, buffer); });
}
/// Programs may be compiled at the same time anyway.
NVVM_API void nvvmDisableConcurrentAPI() {}
