// Kernels on an NVIDIA GPU through the CUDA driver: loading, linking, buffers, launches, times, device printf.
// Textures and surfaces are in cuda_driver_textures.cpp, the opening of the library too.
//
// Every call is followed by a look at its result; what the driver says goes into the Fault in its own words. An
// error of a running kernel makes the context unusable (the driver's rule), so it is kept as lost_ and the next
// load() begins with a new one.
// Cost: that of the driver. Source: CUDA driver API 13.0.
#include "nvptx/exec/device/cuda_driver.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "nvptx/mir/text.hpp"

namespace lathe::nvptx::exec {
namespace {

constexpr std::size_t log_bytes = 16384;

Fault make_fault(std::string text) {
  Fault fault;
  fault.text = std::move(text);
  return fault;
}

std::uint64_t bytes_of(const mir::Variable& v) {
  std::uint64_t bytes = std::uint64_t{mir::bits_of(v.type)} / 8 * v.vector;
  // Opaque types are passed as handles of 64 bits.
  if (bytes == 0) bytes = 8;
  for (const std::uint64_t n : v.dims)
    if (__builtin_mul_overflow(bytes, n, &bytes)) return 0;
  return bytes;
}

ParamInfo param_info(const mir::Variable& v) {
  ParamInfo info;
  info.name = v.name;
  info.bytes = bytes_of(v);
  const std::uint32_t natural = mir::bits_of(v.type) / 8 * v.vector;
  info.align = v.align != 0 ? v.align : std::max<std::uint32_t>(natural, 1);
  info.type = mir::to_string(v.type);
  for (const std::uint64_t n : v.dims) info.type += "[" + std::to_string(n) + "]";
  info.pointer = v.ptr;
  return info;
}

Dim3 dims_of(const mir::Function& f, std::string_view directive) {
  for (const mir::Directive& d : f.directives) {
    if (d.name != directive || d.values.empty()) continue;
    const auto at = [&](std::size_t i) { return i < d.values.size() ? static_cast<std::uint32_t>(d.values[i]) : 1U; };
    return {at(0), at(1), at(2)};
  }
  return {0, 0, 0};
}

KernelInfo kernel_info(const mir::Function& f) {
  KernelInfo info;
  info.name = f.name;
  for (const mir::Variable& v : f.params) info.params.push_back(param_info(v));
  info.required_block = dims_of(f, "reqntid");
  info.max_block = dims_of(f, "maxntid");
  info.required_cluster = dims_of(f, "reqnctapercluster");
  return info;
}

// "ptxas application ptx input, line 12; error : ...": the first error becomes the text, its number the line.
Fault jit_fault(const std::vector<Source>& sources, std::string_view what, std::string_view log) {
  Fault fault;
  if (sources.size() == 1) fault.file = sources[0].name;
  std::string text;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string_view line = log.substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    if (const std::size_t n = line.find("line "); fault.line == 0 && n != line.npos)
      std::from_chars(line.data() + n + 5, line.data() + line.size(), fault.line);
    if (!text.empty()) text += "; ";
    text += line;
  }
  fault.text = std::string(what) + (text.empty() ? "" : ": " + text);
  return fault;
}

// While it lives, what the process writes to its standard output (the driver does, for device printf) is kept.
class CaptureOutput {
 public:
  CaptureOutput() : file_(std::tmpfile()) {
    if (file_ == nullptr) return;
    std::fflush(stdout);
    saved_ = dup(STDOUT_FILENO);
    if (saved_ >= 0 && dup2(fileno(file_), STDOUT_FILENO) < 0) {
      ::close(saved_);
      saved_ = -1;
    }
  }
  ~CaptureOutput() {
    stop();
    if (file_ != nullptr) std::fclose(file_);
  }
  CaptureOutput(const CaptureOutput&) = delete;
  CaptureOutput& operator=(const CaptureOutput&) = delete;

  std::string stop() {
    std::string text;
    if (saved_ < 0) return text;
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    ::close(saved_);
    saved_ = -1;
    std::rewind(file_);
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file_)) > 0;) text.append(buffer, n);
    return text;
  }

 private:
  std::FILE* file_;
  int saved_ = -1;
};

}  // namespace

// ---- the context

std::unique_ptr<CudaBackend> CudaBackend::make(const cuda::Driver& driver, std::string& error) {
  const auto say = [&](const char* what, cuda::Result r) {
    const char* text = nullptr;
    if (driver.error_string(r, &text) != cuda::success || text == nullptr) text = "unknown error";
    error = std::string(what) + ": " + text;
    return nullptr;
  };
  if (const auto r = driver.init(0); r != cuda::success) return say("cuInit", r);
  int count = 0;
  if (const auto r = driver.device_count(&count); r != cuda::success) return say("cuDeviceGetCount", r);
  if (count < 1) {
    error = "the CUDA driver knows no device";
    return nullptr;
  }
  cuda::Device device = 0;
  if (const auto r = driver.device_get(&device, 0); r != cuda::success) return say("cuDeviceGet", r);
  std::unique_ptr<CudaBackend> backend(new CudaBackend(driver, device));
  char name[256] = "CUDA device";
  int major = 0, minor = 0;
  driver.device_name(name, sizeof name - 1, device);
  driver.device_attribute(&major, cuda::capability_major, device);
  driver.device_attribute(&minor, cuda::capability_minor, device);
  backend->name_ = std::string(name) + " (sm_" + std::to_string(major) + std::to_string(minor) + ")";
  if (!backend->open(error)) return nullptr;
  return backend;
}

bool CudaBackend::open(std::string& error) {
  if (const auto r = driver_.context_create(&context_, 0, device_); r != cuda::success) {
    context_ = nullptr;
    error = "cuCtxCreate: " + describe(r);
    return false;
  }
  // Recursion, printf and malloc of the tests want more than the driver's defaults. Where a limit is refused the
  // default stays: a kernel that needs more says so itself.
  driver_.context_limit(cuda::stack_size, 16U << 10);
  driver_.context_limit(cuda::printf_fifo, 16U << 20);
  driver_.context_limit(cuda::malloc_heap, 64U << 20);
  return true;
}

void CudaBackend::close() {
  if (context_ == nullptr) return;
  driver_.context_set(context_);
  for (const Object& o : objects_) {
    if (o.surface)
      driver_.surface_destroy(o.handle);
    else
      driver_.texture_destroy(o.handle);
    if (o.array != nullptr) driver_.array_destroy(o.array);
  }
  objects_.clear();
  if (module_ != nullptr) driver_.module_unload(module_);
  module_ = nullptr;
  for (const auto& [address, bytes] : buffers_) driver_.memory_free(address);
  buffers_.clear();
  driver_.context_destroy(context_);
  context_ = nullptr;
}

CudaBackend::~CudaBackend() { close(); }

std::string CudaBackend::describe(cuda::Result result) const {
  const char* text = nullptr;
  const char* name = nullptr;
  if (driver_.error_string(result, &text) != cuda::success || text == nullptr) text = "unknown error";
  if (driver_.error_name(result, &name) != cuda::success || name == nullptr) name = "?";
  return std::string(text) + " (" + name + ")";
}

std::optional<Fault> CudaBackend::check(cuda::Result result, std::string_view what) const {
  if (result == cuda::success) return std::nullopt;
  return make_fault(std::string(what) + ": " + describe(result));
}

std::optional<Fault> CudaBackend::usable() {
  if (lost_) return make_fault("the device's context was lost, load again: " + lost_->text);
  return check(driver_.context_set(context_), "cuCtxSetCurrent");
}

std::optional<Fault> CudaBackend::lose(Fault fault) {
  lost_ = fault;
  return fault;
}

// ---- modules

std::optional<Fault> CudaBackend::load(const std::vector<Source>& sources) {
  if (lost_) {
    close();
    std::string error;
    if (!open(error)) return make_fault("no new context after '" + lost_->text + "': " + error);
    lost_.reset();
  }
  if (auto fault = usable()) return fault;
  if (sources.empty()) return make_fault("no PTX given");
  std::vector<KernelInfo> kernels;
  for (const Source& source : sources) {
    mir::Module module;
    Diag diag;
    if (!mir::parse(source.text, source.name, module, diag)) {
      Fault fault = make_fault("the PTX cannot be read");
      fault.file = source.name;
      if (!diag.messages().empty()) {
        fault.text = diag.messages()[0].text;
        fault.line = diag.messages()[0].line;
      }
      return fault;
    }
    for (const mir::Function& f : module.functions)
      if (f.kernel && !f.declaration) kernels.push_back(kernel_info(f));
  }
  if (auto fault = load_image(sources)) return fault;
  for (KernelInfo& info : kernels) {
    cuda::Handle function = nullptr;
    if (auto fault = check(driver_.module_function(&function, module_, info.name.c_str()), info.name)) return fault;
    int shared = 0, local = 0;
    driver_.function_attribute(&shared, cuda::shared_bytes, function);
    driver_.function_attribute(&local, cuda::local_bytes, function);
    info.static_shared = static_cast<std::uint32_t>(shared);
    info.local = static_cast<std::uint32_t>(local);
  }
  kernels_ = std::move(kernels);
  return std::nullopt;
}

std::optional<Fault> CudaBackend::load_image(const std::vector<Source>& sources) {
  if (module_ != nullptr) driver_.module_unload(module_);
  module_ = nullptr;
  kernels_.clear();
  std::vector<char> log(log_bytes, '\0');
  if (sources.size() > 1) return link(sources, log);
  std::vector<char> info(log_bytes, '\0');
  int options[] = {cuda::error_log_buffer, cuda::error_log_bytes, cuda::info_log_buffer, cuda::info_log_bytes};
  // Sizes are passed in the pointer itself; the driver writes what it used there.
  void* values[] = {log.data(), reinterpret_cast<void*>(log_bytes - 1), info.data(),
                    reinterpret_cast<void*>(log_bytes - 1)};
  const auto r = driver_.module_load(&module_, sources[0].text.c_str(), 4, options, values);
  if (r == cuda::success) return std::nullopt;
  module_ = nullptr;
  return jit_fault(sources, "the driver refuses the PTX: " + describe(r), log.data());
}

std::optional<Fault> CudaBackend::link(const std::vector<Source>& sources, std::vector<char>& log) {
  int options[] = {cuda::error_log_buffer, cuda::error_log_bytes};
  void* values[] = {log.data(), reinterpret_cast<void*>(log_bytes - 1)};
  cuda::Handle state = nullptr;
  if (auto fault = check(driver_.link_create(2, options, values, &state), "cuLinkCreate")) return fault;
  cuda::Result r = cuda::success;
  std::string what;
  for (const Source& source : sources) {
    std::string text = source.text;  // the interface wants it writable, and its final zero counted
    r = driver_.link_add(state, cuda::jit_input_ptx, text.data(), text.size() + 1, source.name.c_str(), 0, nullptr,
                         nullptr);
    if (r == cuda::success) continue;
    what = "the driver refuses the PTX of '" + source.name + "'";
    break;
  }
  void* cubin = nullptr;
  std::size_t bytes = 0;
  if (r == cuda::success) {
    r = driver_.link_complete(state, &cubin, &bytes);
    what = "the driver cannot link";
  }
  if (r == cuda::success) {
    r = driver_.module_load(&module_, cubin, 0, nullptr, nullptr);
    what = "the driver cannot load what it linked";
  }
  std::optional<Fault> fault;
  if (r != cuda::success) {
    module_ = nullptr;
    fault = jit_fault(sources, what + ": " + describe(r), log.data());
  }
  driver_.link_destroy(state);  // the image belongs to the state: not before the module is loaded
  return fault;
}

std::optional<std::pair<Address, std::uint64_t>> CudaBackend::symbol(std::string_view name) {
  if (usable() || module_ == nullptr) return std::nullopt;
  cuda::DevicePtr address = 0;
  std::size_t bytes = 0;
  if (driver_.module_global(&address, &bytes, module_, std::string(name).c_str()) != cuda::success) return std::nullopt;
  return std::pair<Address, std::uint64_t>{address, bytes};
}

// ---- buffers

Address CudaBackend::allocate(std::uint64_t bytes) {
  if (usable()) return 0;
  cuda::DevicePtr address = 0;
  const std::uint64_t size = std::max<std::uint64_t>(bytes, 1);  // the driver refuses nothing
  if (driver_.memory_allocate(&address, size) != cuda::success) return 0;
  if (driver_.memory_set(address, 0, size) != cuda::success) {
    driver_.memory_free(address);
    return 0;
  }
  buffers_.emplace(address, bytes);
  return address;
}

std::optional<Fault> CudaBackend::release(Address address) {
  if (auto fault = usable()) return fault;
  if (buffers_.erase(address) == 0) return make_fault("no buffer begins at this address");
  return check(driver_.memory_free(address), "cuMemFree");
}

// The driver gives memory in large pieces, so it would let an access pass the end of a buffer.
static bool passes_end(const std::map<Address, std::uint64_t>& buffers, Address at, std::size_t bytes) {
  auto it = buffers.upper_bound(at);
  if (it == buffers.begin()) return false;
  --it;
  const std::uint64_t offset = at - it->first;
  return offset < it->second && bytes > it->second - offset;
}

std::optional<Fault> CudaBackend::write(Address to, std::span<const std::byte> bytes) {
  if (auto fault = usable()) return fault;
  if (bytes.empty()) return std::nullopt;
  if (passes_end(buffers_, to, bytes.size())) return make_fault("a write past the end of the buffer");
  return check(driver_.copy_to_device(to, bytes.data(), bytes.size()), "cuMemcpyHtoD");
}

std::optional<Fault> CudaBackend::read(Address from, std::span<std::byte> bytes) {
  if (auto fault = usable()) return fault;
  if (bytes.empty()) return std::nullopt;
  if (passes_end(buffers_, from, bytes.size())) return make_fault("a read past the end of the buffer");
  return check(driver_.copy_to_host(bytes.data(), from, bytes.size()), "cuMemcpyDtoH");
}

std::string CudaBackend::take_output() { return std::exchange(output_, {}); }

// ---- launches

/// A launch in the driver's terms. Arguments are copied: the driver takes pointers to them.
struct CudaBackend::Prepared {
  cuda::Handle function = nullptr;
  cuda::LaunchConfig config;
  cuda::LaunchAttribute attributes[2];
  std::vector<std::vector<std::byte>> arguments;
  std::vector<void*> pointers;
};

std::optional<Fault> CudaBackend::prepare(const Launch& launch, Prepared& p) {
  const auto info =
      std::find_if(kernels_.begin(), kernels_.end(), [&](const KernelInfo& k) { return k.name == launch.kernel; });
  if (info == kernels_.end()) return make_fault("no kernel '" + launch.kernel + "' is loaded");
  if (info->params.size() != launch.arguments.size())
    return make_fault("kernel '" + info->name + "' takes " + std::to_string(info->params.size()) + " arguments, not " +
                      std::to_string(launch.arguments.size()));
  p.arguments = launch.arguments;
  for (std::size_t i = 0; i < p.arguments.size(); ++i) {
    if (p.arguments[i].size() != info->params[i].bytes)
      return make_fault("argument " + std::to_string(i) + " of kernel '" + info->name + "' has " +
                        std::to_string(info->params[i].bytes) + " bytes, not " + std::to_string(p.arguments[i].size()));
    p.pointers.push_back(p.arguments[i].data());
  }
  if (auto fault = check(driver_.module_function(&p.function, module_, info->name.c_str()), info->name)) return fault;
  if (launch.dynamic_shared > 0) {
    const auto r = driver_.function_set(p.function, cuda::max_dynamic_shared, static_cast<int>(launch.dynamic_shared));
    if (auto fault = check(r, "dynamic shared memory of " + std::to_string(launch.dynamic_shared) + " bytes"))
      return fault;
  }
  p.config.grid_x = launch.grid.x, p.config.grid_y = launch.grid.y, p.config.grid_z = launch.grid.z;
  p.config.block_x = launch.block.x, p.config.block_y = launch.block.y, p.config.block_z = launch.block.z;
  p.config.shared_bytes = launch.dynamic_shared;
  p.config.attributes = p.attributes;
  if (launch.cluster.x != 0) {
    cuda::LaunchAttribute& a = p.attributes[p.config.attribute_count++];
    a.id = cuda::launch_cluster;
    a.value.cluster = {launch.cluster.x, std::max(launch.cluster.y, 1U), std::max(launch.cluster.z, 1U)};
    // More than 8 blocks are possible on some devices, when asked for.
    if (launch.cluster.count() > 8) driver_.function_set(p.function, cuda::non_portable_cluster, 1);
  }
  if (launch.cooperative) {
    cuda::LaunchAttribute& a = p.attributes[p.config.attribute_count++];
    a.id = cuda::launch_cooperative;
    a.value.cooperative = 1;
  }
  return std::nullopt;
}

std::optional<Fault> CudaBackend::launch(const Launch& launch) {
  if (auto fault = usable()) return fault;
  Prepared p;
  if (auto fault = prepare(launch, p)) return fault;
  if (auto fault = copy_arrays(true)) return fault;
  CaptureOutput capture;
  const auto started = driver_.launch(&p.config, p.function, p.pointers.data(), nullptr);
  const auto ended = started == cuda::success ? driver_.context_synchronize() : cuda::success;
  output_ += capture.stop();
  if (started != cuda::success) {
    Fault fault = make_fault("the launch is refused: " + describe(started));
    fault.function = launch.kernel;
    return fault;
  }
  if (ended != cuda::success) {
    Fault fault = make_fault("the kernel failed: " + describe(ended));
    fault.function = launch.kernel;
    return lose(std::move(fault));
  }
  return copy_arrays(false);
}

std::optional<double> CudaBackend::time_launch(const Launch& launch, unsigned runs) {
  if (runs == 0 || usable()) return std::nullopt;
  Prepared p;
  if (prepare(launch, p) || copy_arrays(true)) return std::nullopt;
  cuda::Handle start = nullptr, stop = nullptr;
  if (driver_.event_create(&start, 0) != cuda::success) return std::nullopt;
  if (driver_.event_create(&stop, 0) != cuda::success) {
    driver_.event_destroy(start);
    return std::nullopt;
  }
  CaptureOutput capture;
  std::vector<float> times;
  cuda::Result r = cuda::success;
  for (unsigned i = 0; i <= runs && r == cuda::success; ++i) {
    float milliseconds = 0;
    r = driver_.event_record(start, nullptr);
    if (r == cuda::success) r = driver_.launch(&p.config, p.function, p.pointers.data(), nullptr);
    if (r == cuda::success) r = driver_.event_record(stop, nullptr);
    if (r == cuda::success) r = driver_.event_synchronize(stop);
    if (r == cuda::success) r = driver_.event_elapsed(&milliseconds, start, stop);
    if (r == cuda::success && i > 0) times.push_back(milliseconds);
  }
  const auto ended = driver_.context_synchronize();
  output_ += capture.stop();
  if (ended != cuda::success) {
    lose(make_fault("the kernel failed: " + describe(ended)));
    return std::nullopt;
  }
  driver_.event_destroy(start);
  driver_.event_destroy(stop);
  if (r != cuda::success || copy_arrays(false)) return std::nullopt;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return double{*middle};
}

std::unique_ptr<Backend> make_cuda_backend(std::string& error) {
  cuda::Driver driver;
  if (!cuda::load_driver(driver, error)) return nullptr;
  return CudaBackend::make(driver, error);
}

}  // namespace lathe::nvptx::exec
