// What we use of the CUDA driver's interface, declared by ourselves, so that it builds where there is no CUDA.
//
// Types have the layout of cuda.h's, values are its values (tests/unit/nvptx/exec/driver_test.cpp compares both with
// cuda.h where there is one). Handles are opaque pointers. The functions are a table of pointers: load_driver fills
// it from libcuda.so.1 at run time, a test may fill it with its own.
// Source: CUDA driver API 12.0 to 13.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lathe::nvptx::exec::cuda {

using Result = int;  ///< CUresult; 0 is success
using Device = int;
using DevicePtr = unsigned long long;
using Object = unsigned long long;  ///< of textures and surfaces
using Handle = void*;               ///< context, module, function, stream, event, array, link state

inline constexpr Result success = 0;

enum DeviceAttribute : int {
  max_shared_optin = 97,  ///< bytes of shared memory of a block, at most
  capability_major = 75,
  capability_minor = 76,
};
enum FunctionAttribute : int {
  shared_bytes = 1,
  local_bytes = 3,
  max_dynamic_shared = 8,
  non_portable_cluster = 14,
};
enum Limit : int { stack_size = 0, printf_fifo = 1, malloc_heap = 2 };
enum JitOption : int {
  info_log_buffer = 3,
  info_log_bytes = 4,
  error_log_buffer = 5,
  error_log_bytes = 6,
};
inline constexpr int jit_input_ptx = 1;

enum MemoryType : int { memory_host = 1, memory_device = 2, memory_array = 3 };
enum ResourceType : int { resource_array = 0, resource_linear = 2 };
enum ArrayFlag : unsigned { array_layered = 1, array_surface = 2, array_gather = 8 };
enum TextureFlag : unsigned { read_as_integer = 1, normalized_coordinates = 2 };
enum AddressMode : int { address_wrap = 0, address_clamp = 1, address_mirror = 2, address_border = 3 };
enum FilterMode : int { filter_point = 0, filter_linear = 1 };
enum ArrayFormat : int {
  format_u8 = 0x01,
  format_u16 = 0x02,
  format_u32 = 0x03,
  format_s8 = 0x08,
  format_s16 = 0x09,
  format_s32 = 0x0a,
  format_f16 = 0x10,
  format_f32 = 0x20,
};

enum LaunchAttributeId : int { launch_cooperative = 2, launch_cluster = 4 };
struct LaunchAttribute {
  int id = 0;
  char pad[4] = {};
  union Value {
    char bytes[64];
    int cooperative;
    struct {
      unsigned x, y, z;
    } cluster;
    std::uint64_t align;
  } value = {};
};
struct LaunchConfig {
  unsigned grid_x = 1, grid_y = 1, grid_z = 1;
  unsigned block_x = 1, block_y = 1, block_z = 1;
  unsigned shared_bytes = 0;
  Handle stream = nullptr;
  LaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

struct ArrayDescriptor {
  std::size_t width = 0, height = 0, depth = 0;
  int format = 0;
  unsigned channels = 0;
  unsigned flags = 0;
};

struct Copy3D {
  std::size_t src_x_bytes = 0, src_y = 0, src_z = 0, src_lod = 0;
  int src_type = 0;
  const void* src_host = nullptr;
  DevicePtr src_device = 0;
  Handle src_array = nullptr;
  void* reserved0 = nullptr;
  std::size_t src_pitch = 0, src_height = 0;
  std::size_t dst_x_bytes = 0, dst_y = 0, dst_z = 0, dst_lod = 0;
  int dst_type = 0;
  void* dst_host = nullptr;
  DevicePtr dst_device = 0;
  Handle dst_array = nullptr;
  void* reserved1 = nullptr;
  std::size_t dst_pitch = 0, dst_height = 0;
  std::size_t width_bytes = 0, height = 0, depth = 0;
};

struct ResourceDescriptor {
  int type = 0;
  union Resource {
    struct {
      Handle array;
    } array;
    struct {
      DevicePtr address;
      int format;
      unsigned channels;
      std::size_t bytes;
    } linear;
    int reserved[32];
  } resource = {};
  unsigned flags = 0;
};

struct TextureDescriptor {
  int address_mode[3] = {};
  int filter_mode = 0;
  unsigned flags = 0;
  unsigned max_anisotropy = 0;
  int mipmap_filter_mode = 0;
  float mipmap_level_bias = 0, min_mipmap_level = 0, max_mipmap_level = 0;
  float border_color[4] = {};
  int reserved[12] = {};
};

// One row per function: member of Driver, exported name, parameters.
#define LATHE_CUDA_FUNCTIONS(F)                                                                                      \
  F(init, cuInit, (unsigned flags))                                                                                  \
  F(error_string, cuGetErrorString, (Result result, const char** text))                                              \
  F(error_name, cuGetErrorName, (Result result, const char** text))                                                  \
  F(device_count, cuDeviceGetCount, (int* count))                                                                    \
  F(device_get, cuDeviceGet, (Device * device, int ordinal))                                                         \
  F(device_name, cuDeviceGetName, (char* name, int bytes, Device device))                                            \
  F(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, Device device))                              \
  F(context_create, cuCtxCreate_v2, (Handle * context, unsigned flags, Device device))                               \
  F(context_destroy, cuCtxDestroy_v2, (Handle context))                                                              \
  F(context_set, cuCtxSetCurrent, (Handle context))                                                                  \
  F(context_synchronize, cuCtxSynchronize, ())                                                                       \
  F(context_limit, cuCtxSetLimit, (int limit, std::size_t value))                                                    \
  F(module_load, cuModuleLoadDataEx,                                                                                 \
    (Handle * module, const void* image, unsigned count, int* options, void** values))                               \
  F(module_unload, cuModuleUnload, (Handle module))                                                                  \
  F(module_function, cuModuleGetFunction, (Handle * function, Handle module, const char* name))                      \
  F(module_global, cuModuleGetGlobal_v2, (DevicePtr * address, std::size_t* bytes, Handle module, const char* name)) \
  F(link_create, cuLinkCreate_v2, (unsigned count, int* options, void** values, Handle* state))                      \
  F(link_add, cuLinkAddData_v2,                                                                                      \
    (Handle state, int type, void* data, std::size_t bytes, const char* name, unsigned count, int* options,          \
     void** values))                                                                                                 \
  F(link_complete, cuLinkComplete, (Handle state, void** cubin, std::size_t* bytes))                                 \
  F(link_destroy, cuLinkDestroy, (Handle state))                                                                     \
  F(function_attribute, cuFuncGetAttribute, (int* value, int attribute, Handle function))                            \
  F(function_set, cuFuncSetAttribute, (Handle function, int attribute, int value))                                   \
  F(launch, cuLaunchKernelEx, (const LaunchConfig* config, Handle function, void** params, void** extra))            \
  F(memory_allocate, cuMemAlloc_v2, (DevicePtr * address, std::size_t bytes))                                        \
  F(memory_free, cuMemFree_v2, (DevicePtr address))                                                                  \
  F(memory_set, cuMemsetD8_v2, (DevicePtr address, unsigned char value, std::size_t bytes))                          \
  F(copy_to_device, cuMemcpyHtoD_v2, (DevicePtr to, const void* from, std::size_t bytes))                            \
  F(copy_to_host, cuMemcpyDtoH_v2, (void* to, DevicePtr from, std::size_t bytes))                                    \
  F(copy_3d, cuMemcpy3D_v2, (const Copy3D* copy))                                                                    \
  F(array_create, cuArray3DCreate_v2, (Handle * array, const ArrayDescriptor* descriptor))                           \
  F(array_destroy, cuArrayDestroy, (Handle array))                                                                   \
  F(texture_create, cuTexObjectCreate,                                                                               \
    (Object * object, const ResourceDescriptor* resource, const TextureDescriptor* texture, const void* view))       \
  F(texture_destroy, cuTexObjectDestroy, (Object object))                                                            \
  F(surface_create, cuSurfObjectCreate, (Object * object, const ResourceDescriptor* resource))                       \
  F(surface_destroy, cuSurfObjectDestroy, (Object object))                                                           \
  F(tensor_map_tiled, cuTensorMapEncodeTiled,                                                                        \
    (void* map, int type, unsigned rank, void* data, const std::uint64_t* size, const std::uint64_t* stride,         \
     const std::uint32_t* box, const std::uint32_t* step, int interleave, int swizzle, int promotion, int fill))     \
  F(tensor_map_im2col, cuTensorMapEncodeIm2col,                                                                      \
    (void* map, int type, unsigned rank, void* data, const std::uint64_t* size, const std::uint64_t* stride,         \
     const int* lower, const int* upper, unsigned channels, unsigned pixels, const std::uint32_t* step,              \
     int interleave, int swizzle, int promotion, int fill))                                                          \
  F(event_create, cuEventCreate, (Handle * event, unsigned flags))                                                   \
  F(event_destroy, cuEventDestroy_v2, (Handle event))                                                                \
  F(event_record, cuEventRecord, (Handle event, Handle stream))                                                      \
  F(event_synchronize, cuEventSynchronize, (Handle event))                                                           \
  F(event_elapsed, cuEventElapsedTime, (float* milliseconds, Handle start, Handle end))

struct Driver {
#define LATHE_CUDA_MEMBER(member, symbol, parameters) Result(*member) parameters = nullptr;
  LATHE_CUDA_FUNCTIONS(LATHE_CUDA_MEMBER)
#undef LATHE_CUDA_MEMBER
};

/// Fills the table from libcuda.so.1; false, with `error` set, when there is no driver or it is too old.
bool load_driver(Driver& driver, std::string& error);

}  // namespace lathe::nvptx::exec::cuda
