// The other Backend: kernels on an NVIDIA GPU through the CUDA driver, opened at run time.
//
//   std::string error;
//   if (auto gpu = make_cuda_backend(error)) gpu->load(...)   // like a Machine
//
// Differences from Machine that users see: Launch runs on the first device; printf output of several blocks comes in
// the device's order; an error in a kernel destroys the context, so every buffer is gone: until the next load() all
// calls fail and name the first error. Everything is synchronous. Threads: one CudaBackend belongs to one thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/exec/device/cuda_api.hpp"
#include "nvptx/exec/exec.hpp"

namespace lathe::nvptx::exec {

class CudaBackend final : public Backend {
 public:
  /// On the first device. nullptr, with `error` set, when there is none or the driver refuses.
  static std::unique_ptr<CudaBackend> make(const cuda::Driver& driver, std::string& error);
  ~CudaBackend() override;
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  std::string name() const override { return name_; }  ///< "NVIDIA H200 (sm_90)"
  std::optional<Fault> load(const std::vector<Source>& sources) override;
  std::vector<KernelInfo> kernels() const override { return kernels_; }
  Address allocate(std::uint64_t bytes) override;
  std::optional<Fault> release(Address address) override;
  std::optional<Fault> write(Address to, std::span<const std::byte> bytes) override;
  std::optional<Fault> read(Address from, std::span<std::byte> bytes) override;
  std::optional<std::pair<Address, std::uint64_t>> symbol(std::string_view name) override;
  std::optional<Fault> launch(const Launch& launch) override;
  std::uint64_t make_texture(const TextureDesc& desc) override { return make_object(desc, false); }
  std::uint64_t make_surface(const TextureDesc& desc) override { return make_object(desc, true); }
  /// Refused: texture references are deprecated in the driver's interface, which is not asked for them.
  std::optional<Fault> bind(std::string_view name, std::uint64_t object) override;
  /// Not on one device.
  Address make_multicast(const std::vector<Address>& /*buffers*/, std::uint64_t /*bytes*/) override { return 0; }
  std::optional<Fault> make_tensor_map(const TensorMapDesc& desc, TensorMap& map) override;
  std::string take_output() override;

  /// Milliseconds of one launch on the device, between two events: the median of `runs` after one run that does not
  /// count. The kernel runs runs + 1 times on the same buffers. Nothing when a launch fails.
  std::optional<double> time_launch(const Launch& launch, unsigned runs);

 private:
  /// A texture or surface; without an array it reads `desc.data` in place.
  struct Object {
    TextureDesc desc;
    bool surface = false;
    cuda::Object handle = 0;
    cuda::Handle array = nullptr;
  };
  struct Prepared;

  CudaBackend(const cuda::Driver& driver, cuda::Device device) : driver_(driver), device_(device) {}
  bool open(std::string& error);
  void close();
  std::string describe(cuda::Result result) const;
  /// A fault when `result` is an error: "WHAT: error text (NAME)".
  std::optional<Fault> check(cuda::Result result, std::string_view what) const;
  std::optional<Fault> usable();
  std::optional<Fault> load_image(const std::vector<Source>& sources);
  std::optional<Fault> link(const std::vector<Source>& sources, std::vector<char>& log);
  std::optional<Fault> prepare(const Launch& launch, Prepared& prepared);
  std::optional<Fault> copy_arrays(bool to_device);
  std::uint64_t make_object(const TextureDesc& desc, bool surface);
  std::optional<Fault> lose(Fault fault);

  const cuda::Driver driver_;
  const cuda::Device device_;
  std::string name_;
  cuda::Handle context_ = nullptr;
  cuda::Handle module_ = nullptr;
  std::vector<KernelInfo> kernels_;
  std::map<Address, std::uint64_t> buffers_;  ///< base and bytes
  std::vector<Object> objects_;
  std::string output_;
  std::optional<Fault> lost_;  ///< why the context cannot be used any more
};

/// CudaBackend over libcuda.so.1; nullptr, with `error` set, when there is no driver or no device.
std::unique_ptr<Backend> make_cuda_backend(std::string& error);

}  // namespace lathe::nvptx::exec
