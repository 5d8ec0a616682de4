// The CUDA backend without a GPU: our declarations against cuda.h where it is there, and the backend's dealings with
// a driver of our own that records what it is asked.
#include "nvptx/exec/device/cuda_driver.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <set>

#if __has_include("/usr/local/cuda/include/cuda.h")
#define LATHE_HAVE_CUDA_H 1
#define __CUDA_API_VERSION_INTERNAL 1  // the names with their version
#include "/usr/local/cuda/include/cuda.h"
#endif

namespace exec = lathe::nvptx::exec;
namespace cuda = lathe::nvptx::exec::cuda;

namespace {

// ---- a driver that does nothing but what is set below

struct FakeDevice {
  std::vector<std::string> calls;
  std::map<cuda::DevicePtr, std::vector<std::byte>> memory;
  std::set<cuda::Handle> contexts;
  cuda::DevicePtr next = 0x1000;
  std::uintptr_t next_handle = 1;
  std::string jit_log;
  cuda::Result jit_result = 0, launch_result = 0, synchronize_result = 0;
  cuda::LaunchConfig config;
  std::vector<cuda::LaunchAttribute> attributes;
  std::vector<std::uint64_t> arguments;
  std::string prints;
  std::vector<cuda::Copy3D> copies;
  cuda::ArrayDescriptor array;
  cuda::TextureDescriptor texture;
  float next_time = 0;
};
FakeDevice* fake = nullptr;

template <class F>
struct Nothing;
template <class... A>
struct Nothing<cuda::Result (*)(A...)> {
  static cuda::Result run(A...) { return 0; }
};

cuda::Handle new_handle() { return reinterpret_cast<cuda::Handle>(fake->next_handle++); }

void set_memory(cuda::Driver& d) {
  d.memory_allocate = [](cuda::DevicePtr* p, std::size_t bytes) {
    *p = fake->next;
    fake->next += (bytes + 255) / 256 * 256;
    fake->memory[*p].assign(bytes, std::byte{0xcc});
    return 0;
  };
  d.memory_free = [](cuda::DevicePtr p) { return fake->memory.erase(p) == 1 ? 0 : 1; };
  d.memory_set = [](cuda::DevicePtr p, unsigned char value, std::size_t bytes) {
    std::memset(fake->memory.at(p).data(), value, bytes);
    return 0;
  };
  d.copy_to_device = [](cuda::DevicePtr to, const void* from, std::size_t bytes) {
    std::memcpy(fake->memory.at(to).data(), from, bytes);
    return 0;
  };
  d.copy_to_host = [](void* to, cuda::DevicePtr from, std::size_t bytes) {
    std::memcpy(to, fake->memory.at(from).data(), bytes);
    return 0;
  };
}

void set_module(cuda::Driver& d) {
  d.module_load = [](cuda::Handle* m, const void*, unsigned count, int* options, void** values) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == cuda::error_log_buffer) std::memcpy(values[i], fake->jit_log.c_str(), fake->jit_log.size() + 1);
    if (fake->jit_result == 0) *m = new_handle();
    return fake->jit_result;
  };
  d.link_add = [](cuda::Handle, int type, void* data, std::size_t bytes, const char* name, unsigned, int*, void**) {
    fake->calls.push_back("link " + std::string(name));
    CHECK(type == 1);
    CHECK(static_cast<const char*>(data)[bytes - 1] == '\0');
    return 0;
  };
  d.module_unload = [](cuda::Handle) {
    fake->calls.push_back("unload");
    return 0;
  };
  d.module_function = [](cuda::Handle* f, cuda::Handle, const char*) {
    *f = new_handle();
    return 0;
  };
  d.function_attribute = [](int* value, int attribute, cuda::Handle) {
    *value = attribute == cuda::shared_bytes ? 48 : 16;
    return 0;
  };
  d.function_set = [](cuda::Handle, int attribute, int value) {
    fake->calls.push_back("set " + std::to_string(attribute) + " " + std::to_string(value));
    return 0;
  };
}

void set_launch(cuda::Driver& d) {
  d.launch = [](const cuda::LaunchConfig* c, cuda::Handle, void** params, void**) {
    fake->calls.emplace_back("launch");
    fake->config = *c;
    fake->attributes.assign(c->attributes, c->attributes + c->attribute_count);
    std::uint64_t value = 0;
    std::memcpy(&value, params[0], 8);
    fake->arguments.assign(1, value);
    return fake->launch_result;
  };
  d.context_synchronize = [] {
    std::fputs(fake->prints.c_str(), stdout);
    return fake->synchronize_result;
  };
  d.event_elapsed = [](float* t, cuda::Handle, cuda::Handle) {
    *t = fake->next_time;
    fake->next_time += 1;
    return 0;
  };
}

void set_arrays(cuda::Driver& d) {
  d.array_create = [](cuda::Handle* a, const cuda::ArrayDescriptor* descriptor) {
    fake->array = *descriptor;
    *a = new_handle();
    return 0;
  };
  d.copy_3d = [](const cuda::Copy3D* copy) {
    fake->copies.push_back(*copy);
    return 0;
  };
  d.texture_create = [](cuda::Object* o, const cuda::ResourceDescriptor*, const cuda::TextureDescriptor* t,
                        const void*) {
    fake->texture = *t;
    *o = 77;
    return 0;
  };
  d.surface_create = [](cuda::Object* o, const cuda::ResourceDescriptor*) {
    *o = 78;
    return 0;
  };
}

cuda::Driver fake_driver() {
  cuda::Driver d;
#define LATHE_FILL(member, symbol, parameters) d.member = Nothing<decltype(d.member)>::run;
  LATHE_CUDA_FUNCTIONS(LATHE_FILL)
#undef LATHE_FILL
  d.device_count = [](int* n) {
    *n = 1;
    return 0;
  };
  d.device_name = [](char* name, int, cuda::Device) {
    std::strcpy(name, "Fake");
    return 0;
  };
  d.device_attribute = [](int* value, int attribute, cuda::Device) {
    *value = attribute == cuda::capability_major ? 9 : 0;
    return 0;
  };
  d.error_string = [](cuda::Result, const char** text) {
    *text = "it broke";
    return 0;
  };
  d.error_name = [](cuda::Result, const char** text) {
    *text = "CUDA_ERROR_FAKE";
    return 0;
  };
  d.context_create = [](cuda::Handle* c, unsigned, cuda::Device) {
    *c = new_handle();
    fake->contexts.insert(*c);
    return 0;
  };
  d.context_destroy = [](cuda::Handle c) { return fake->contexts.erase(c) == 1 ? 0 : 1; };
  set_memory(d);
  set_module(d);
  set_launch(d);
  set_arrays(d);
  return d;
}

constexpr const char* ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .align 4 .b8 s[24]) .maxntid 128
{
  ret;
}
)";

exec::Launch make_launch() {
  exec::Launch launch;
  launch.kernel = "k";
  launch.grid = {4, 2, 1};
  launch.block = {64, 1, 1};
  launch.add(std::uint64_t{0x1234});
  launch.arguments.emplace_back(24);
  return launch;
}

struct Setup {
  FakeDevice device;
  std::unique_ptr<exec::CudaBackend> backend;
  Setup() {
    fake = &device;
    std::string error;
    backend = exec::CudaBackend::make(fake_driver(), error);
    REQUIRE(backend);
  }
};

}  // namespace

#ifdef LATHE_HAVE_CUDA_H
namespace {

// Same number of parameters, each of the same size and of the same class (pointer or not).
template <class Ours, class Theirs>
struct SameShape : std::false_type {};
template <class R1, class... A, class R2, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct SameShape<R1 (*)(A...), R2(B...)>
    : std::bool_constant<(... && (sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>)) &&
                         sizeof(R1) == sizeof(R2)> {};

#define LATHE_COMPARE(member, symbol, parameters) \
  static_assert(SameShape<decltype(cuda::Driver::member), decltype(::symbol)>::value, #symbol);
LATHE_CUDA_FUNCTIONS(LATHE_COMPARE)
#undef LATHE_COMPARE

#define LATHE_SAME_SIZE(ours, theirs) static_assert(sizeof(cuda::ours) == sizeof(::theirs), #theirs)
LATHE_SAME_SIZE(LaunchConfig, CUlaunchConfig);
LATHE_SAME_SIZE(LaunchAttribute, CUlaunchAttribute);
LATHE_SAME_SIZE(ArrayDescriptor, CUDA_ARRAY3D_DESCRIPTOR);
LATHE_SAME_SIZE(Copy3D, CUDA_MEMCPY3D);
LATHE_SAME_SIZE(ResourceDescriptor, CUDA_RESOURCE_DESC);
LATHE_SAME_SIZE(TextureDescriptor, CUDA_TEXTURE_DESC);

#define LATHE_SAME_PLACE(ours, field, theirs, their_field) \
  static_assert(offsetof(cuda::ours, field) == offsetof(::theirs, their_field), #theirs "." #their_field)
LATHE_SAME_PLACE(LaunchConfig, stream, CUlaunchConfig, hStream);
LATHE_SAME_PLACE(LaunchConfig, attributes, CUlaunchConfig, attrs);
LATHE_SAME_PLACE(LaunchConfig, attribute_count, CUlaunchConfig, numAttrs);
LATHE_SAME_PLACE(LaunchConfig, shared_bytes, CUlaunchConfig, sharedMemBytes);
LATHE_SAME_PLACE(LaunchAttribute, value, CUlaunchAttribute, value);
LATHE_SAME_PLACE(LaunchAttribute, value.cluster.z, CUlaunchAttribute, value.clusterDim.z);
LATHE_SAME_PLACE(ArrayDescriptor, format, CUDA_ARRAY3D_DESCRIPTOR, Format);
LATHE_SAME_PLACE(ArrayDescriptor, flags, CUDA_ARRAY3D_DESCRIPTOR, Flags);
LATHE_SAME_PLACE(Copy3D, src_type, CUDA_MEMCPY3D, srcMemoryType);
LATHE_SAME_PLACE(Copy3D, src_device, CUDA_MEMCPY3D, srcDevice);
LATHE_SAME_PLACE(Copy3D, src_array, CUDA_MEMCPY3D, srcArray);
LATHE_SAME_PLACE(Copy3D, src_pitch, CUDA_MEMCPY3D, srcPitch);
LATHE_SAME_PLACE(Copy3D, src_height, CUDA_MEMCPY3D, srcHeight);
LATHE_SAME_PLACE(Copy3D, dst_type, CUDA_MEMCPY3D, dstMemoryType);
LATHE_SAME_PLACE(Copy3D, dst_device, CUDA_MEMCPY3D, dstDevice);
LATHE_SAME_PLACE(Copy3D, dst_array, CUDA_MEMCPY3D, dstArray);
LATHE_SAME_PLACE(Copy3D, dst_pitch, CUDA_MEMCPY3D, dstPitch);
LATHE_SAME_PLACE(Copy3D, dst_height, CUDA_MEMCPY3D, dstHeight);
LATHE_SAME_PLACE(Copy3D, width_bytes, CUDA_MEMCPY3D, WidthInBytes);
LATHE_SAME_PLACE(ResourceDescriptor, resource.linear.address, CUDA_RESOURCE_DESC, res.linear.devPtr);
LATHE_SAME_PLACE(ResourceDescriptor, resource.linear.format, CUDA_RESOURCE_DESC, res.linear.format);
LATHE_SAME_PLACE(ResourceDescriptor, resource.linear.channels, CUDA_RESOURCE_DESC, res.linear.numChannels);
LATHE_SAME_PLACE(ResourceDescriptor, resource.linear.bytes, CUDA_RESOURCE_DESC, res.linear.sizeInBytes);
LATHE_SAME_PLACE(ResourceDescriptor, flags, CUDA_RESOURCE_DESC, flags);
LATHE_SAME_PLACE(TextureDescriptor, filter_mode, CUDA_TEXTURE_DESC, filterMode);
LATHE_SAME_PLACE(TextureDescriptor, flags, CUDA_TEXTURE_DESC, flags);
LATHE_SAME_PLACE(TextureDescriptor, border_color, CUDA_TEXTURE_DESC, borderColor);

#define LATHE_SAME_VALUE(ours, theirs) static_assert(static_cast<int>(cuda::ours) == static_cast<int>(theirs), #theirs)
LATHE_SAME_VALUE(success, CUDA_SUCCESS);
LATHE_SAME_VALUE(max_shared_optin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
LATHE_SAME_VALUE(capability_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
LATHE_SAME_VALUE(capability_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
LATHE_SAME_VALUE(shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
LATHE_SAME_VALUE(local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
LATHE_SAME_VALUE(max_dynamic_shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
LATHE_SAME_VALUE(non_portable_cluster, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
LATHE_SAME_VALUE(stack_size, CU_LIMIT_STACK_SIZE);
LATHE_SAME_VALUE(printf_fifo, CU_LIMIT_PRINTF_FIFO_SIZE);
LATHE_SAME_VALUE(malloc_heap, CU_LIMIT_MALLOC_HEAP_SIZE);
LATHE_SAME_VALUE(info_log_buffer, CU_JIT_INFO_LOG_BUFFER);
LATHE_SAME_VALUE(info_log_bytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
LATHE_SAME_VALUE(error_log_buffer, CU_JIT_ERROR_LOG_BUFFER);
LATHE_SAME_VALUE(error_log_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
LATHE_SAME_VALUE(jit_input_ptx, CU_JIT_INPUT_PTX);
LATHE_SAME_VALUE(memory_device, CU_MEMORYTYPE_DEVICE);
LATHE_SAME_VALUE(memory_array, CU_MEMORYTYPE_ARRAY);
LATHE_SAME_VALUE(resource_array, CU_RESOURCE_TYPE_ARRAY);
LATHE_SAME_VALUE(resource_linear, CU_RESOURCE_TYPE_LINEAR);
LATHE_SAME_VALUE(array_layered, CUDA_ARRAY3D_LAYERED);
LATHE_SAME_VALUE(array_surface, CUDA_ARRAY3D_SURFACE_LDST);
LATHE_SAME_VALUE(array_gather, CUDA_ARRAY3D_TEXTURE_GATHER);
LATHE_SAME_VALUE(read_as_integer, CU_TRSF_READ_AS_INTEGER);
LATHE_SAME_VALUE(normalized_coordinates, CU_TRSF_NORMALIZED_COORDINATES);
LATHE_SAME_VALUE(address_wrap, CU_TR_ADDRESS_MODE_WRAP);
LATHE_SAME_VALUE(address_clamp, CU_TR_ADDRESS_MODE_CLAMP);
LATHE_SAME_VALUE(address_mirror, CU_TR_ADDRESS_MODE_MIRROR);
LATHE_SAME_VALUE(address_border, CU_TR_ADDRESS_MODE_BORDER);
LATHE_SAME_VALUE(filter_linear, CU_TR_FILTER_MODE_LINEAR);
LATHE_SAME_VALUE(format_u8, CU_AD_FORMAT_UNSIGNED_INT8);
LATHE_SAME_VALUE(format_u16, CU_AD_FORMAT_UNSIGNED_INT16);
LATHE_SAME_VALUE(format_u32, CU_AD_FORMAT_UNSIGNED_INT32);
LATHE_SAME_VALUE(format_s8, CU_AD_FORMAT_SIGNED_INT8);
LATHE_SAME_VALUE(format_s16, CU_AD_FORMAT_SIGNED_INT16);
LATHE_SAME_VALUE(format_s32, CU_AD_FORMAT_SIGNED_INT32);
LATHE_SAME_VALUE(format_f16, CU_AD_FORMAT_HALF);
LATHE_SAME_VALUE(format_f32, CU_AD_FORMAT_FLOAT);
LATHE_SAME_VALUE(launch_cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
LATHE_SAME_VALUE(launch_cluster, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);

}  // namespace
#endif

TEST_CASE("cuda backend: name, buffers, release of everything") {
  Setup s;
  CHECK(s.backend->name() == "Fake (sm_90)");
  const exec::Address a = s.backend->allocate(16);
  REQUIRE(a != 0);
  std::byte bytes[16];
  CHECK(!s.backend->read(a, bytes));
  for (const std::byte b : bytes) CHECK(b == std::byte{0});  // zeroed, though the driver gives garbage
  bytes[3] = std::byte{9};
  CHECK(!s.backend->write(a, bytes));
  std::byte back[16];
  CHECK(!s.backend->read(a, back));
  CHECK(std::memcmp(bytes, back, 16) == 0);
  std::byte more[17];
  CHECK(s.backend->read(a, more));
  CHECK(s.backend->release(a + 1));
  CHECK(!s.backend->release(a));
  CHECK(s.backend->release(a));
  CHECK(s.backend->allocate(0) != 0);
  s.backend.reset();
  CHECK(s.device.memory.empty());
  CHECK(s.device.contexts.empty());
}

TEST_CASE("cuda backend: kernels and the attributes of a launch") {
  Setup s;
  CHECK(s.backend->launch(make_launch()));  // nothing loaded
  REQUIRE(!s.backend->load({{"k.ptx", ptx}}));
  const auto kernels = s.backend->kernels();
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "k");
  REQUIRE(kernels[0].params.size() == 2);
  CHECK(kernels[0].params[0].type == "u64");
  CHECK(kernels[0].params[1].bytes == 24);
  CHECK(kernels[0].params[1].align == 4);
  CHECK(kernels[0].params[1].type == "b8[24]");
  CHECK(kernels[0].max_block == exec::Dim3{128, 1, 1});
  CHECK(kernels[0].static_shared == 48);
  CHECK(kernels[0].local == 16);

  exec::Launch launch = make_launch();
  launch.cluster = {2, 1, 1};
  launch.cooperative = true;
  launch.dynamic_shared = 100000;
  CHECK(!s.backend->launch(launch));
  CHECK(s.device.arguments[0] == 0x1234);
  CHECK(s.device.config.grid_y == 2);
  CHECK(s.device.config.block_x == 64);
  CHECK(s.device.config.shared_bytes == 100000);
  REQUIRE(s.device.attributes.size() == 2);
  CHECK(s.device.attributes[0].id == cuda::launch_cluster);
  CHECK(s.device.attributes[0].value.cluster.x == 2);
  CHECK(s.device.attributes[1].value.cooperative == 1);
  CHECK(std::count(s.device.calls.begin(), s.device.calls.end(), "set 8 100000") == 1);

  launch = make_launch();
  launch.arguments.pop_back();
  CHECK(s.backend->launch(launch)->text == "kernel 'k' takes 2 arguments, not 1");
  launch.add(std::uint32_t{1});
  CHECK(s.backend->launch(launch)->text == "argument 1 of kernel 'k' has 24 bytes, not 4");
}

TEST_CASE("cuda backend: what the driver says about bad PTX") {
  Setup s;
  s.device.jit_result = 218;
  s.device.jit_log = "ptxas application ptx input, line 6; error   : Feature 'x' needs sm_100\nptxas fatal : no\n";
  const auto fault = s.backend->load({{"k.ptx", ptx}});
  REQUIRE(fault);
  CHECK(fault->line == 6);
  CHECK(fault->file == "k.ptx");
  CHECK(fault->text.find("Feature 'x' needs sm_100") != std::string::npos);
  CHECK(fault->text.find('\n') == std::string::npos);
  CHECK(s.backend->kernels().empty());
  const auto syntax = s.backend->load({{"bad.ptx", ".version 8.0\n.target sm_90\nnonsense\n"}});
  REQUIRE(syntax);
  CHECK(syntax->file == "bad.ptx");
  CHECK(syntax->line == 3);
  CHECK(s.backend->load({}));
}

TEST_CASE("cuda backend: several sources are linked") {
  Setup s;
  const std::string other = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .u32 g;\n";
  CHECK(!s.backend->load({{"a.ptx", ptx}, {"b.ptx", other}}));
  CHECK(s.device.calls == std::vector<std::string>{"link a.ptx", "link b.ptx"});
}

TEST_CASE("cuda backend: a failed kernel loses the context until the next load") {
  Setup s;
  REQUIRE(!s.backend->load({{"k.ptx", ptx}}));
  const exec::Address a = s.backend->allocate(8);
  const auto before = s.device.contexts;
  s.device.launch_result = 1;  // refused: nothing is lost
  auto fault = s.backend->launch(make_launch());
  REQUIRE(fault);
  CHECK(fault->text == "the launch is refused: it broke (CUDA_ERROR_FAKE)");
  std::byte bytes[8];
  CHECK(!s.backend->read(a, bytes));
  s.device.launch_result = 0;
  s.device.synchronize_result = 700;
  fault = s.backend->launch(make_launch());
  REQUIRE(fault);
  CHECK(fault->text == "the kernel failed: it broke (CUDA_ERROR_FAKE)");
  CHECK(fault->function == "k");
  CHECK(s.backend->read(a, bytes));
  CHECK(s.backend->allocate(8) == 0);
  CHECK(s.backend->launch(make_launch()));
  s.device.synchronize_result = 0;
  CHECK(!s.backend->load({{"k.ptx", ptx}}));
  CHECK(s.device.contexts.size() == 1);
  CHECK(s.device.contexts != before);
  CHECK(!s.backend->launch(make_launch()));
}

TEST_CASE("cuda backend: printf output is caught") {
  Setup s;
  REQUIRE(!s.backend->load({{"k.ptx", ptx}}));
  s.device.prints = "hello from the device\n";
  CHECK(!s.backend->launch(make_launch()));
  CHECK(s.backend->take_output() == "hello from the device\n");
  CHECK(s.backend->take_output().empty());
}

TEST_CASE("cuda backend: times are the median after one run for warmth") {
  Setup s;
  REQUIRE(!s.backend->load({{"k.ptx", ptx}}));
  const auto time = s.backend->time_launch(make_launch(), 5);  // 0 is thrown away, then 1 2 3 4 5
  REQUIRE(time);
  CHECK(*time == 3.0);
  CHECK(std::count(s.device.calls.begin(), s.device.calls.end(), "launch") == 6);
  CHECK(!s.backend->time_launch(make_launch(), 0));
  s.device.launch_result = 1;
  CHECK(!s.backend->time_launch(make_launch(), 5));
}

TEST_CASE("cuda backend: arrays of textures and surfaces are filled before a launch and read after it") {
  Setup s;
  REQUIRE(!s.backend->load({{"k.ptx", ptx}}));
  exec::TextureDesc desc;
  desc.kind = exec::TextureDesc::Kind::array_2d;
  desc.texel = exec::TextureDesc::Texel::u8;
  desc.channels = 4;
  desc.width = 10;
  desc.height = 6;
  desc.data = s.backend->allocate(240);
  desc.normalized_coords = true;
  desc.wrap = exec::TextureDesc::Wrap::mirror;
  CHECK(s.backend->make_texture(desc) == 77);
  CHECK(s.device.texture.flags == (cuda::read_as_integer | cuda::normalized_coordinates));
  CHECK(s.device.texture.address_mode[1] == cuda::address_mirror);
  CHECK(s.device.array.flags == cuda::array_gather);
  CHECK(s.backend->make_surface(desc) == 78);
  CHECK(s.device.array.flags == cuda::array_surface);
  CHECK(!s.backend->launch(make_launch()));
  REQUIRE(s.device.copies.size() == 3);  // two in, the surface's out
  CHECK(s.device.copies[0].src_device == desc.data);
  CHECK(s.device.copies[0].src_pitch == 40);
  CHECK(s.device.copies[0].height == 6);
  CHECK(s.device.copies[0].depth == 1);
  CHECK(s.device.copies[2].dst_device == desc.data);
  CHECK(s.device.copies[2].src_type == cuda::memory_array);
  desc.channels = 3;
  CHECK(s.backend->make_texture(desc) == 0);
  desc.channels = 4;
  desc.layers = 5;
  CHECK(s.backend->make_texture(desc) == 77);
  CHECK(s.device.array.depth == 5);
  CHECK(s.device.array.flags == cuda::array_layered);
}

TEST_CASE("cuda backend: no driver is an error text") {
  cuda::Driver d = fake_driver();
  d.device_count = [](int* n) {
    *n = 0;
    return 0;
  };
  std::string error;
  CHECK(!exec::CudaBackend::make(d, error));
  CHECK(error == "the CUDA driver knows no device");
  d.init = [](unsigned) { return 100; };
  CHECK(!exec::CudaBackend::make(d, error));
  CHECK(error == "cuInit: it broke");
}
