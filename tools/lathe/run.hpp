// The parts of `lathe run`: arguments of a kernel, sources, reports. Private to the subcommand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/exec/exec.hpp"
#include "simt/watch/observers.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/run_npy.hpp"
#include "tools/lathe/run_values.hpp"

namespace lathe::nvptx::cli {

// ---- run_arguments.cpp
/// tensor: of an --arg.
struct RunTensor {
  exec::TensorMapDesc map;
  bool typed = false;  ///< the type is given; else it is the buffer's
};
/// texture: and surface: of an --arg or a --bind.
struct RunTexture {
  exec::TextureDesc desc;
  bool typed = false;  ///< the type of texels is given; else it is the buffer's
  bool surface = false;
};
/// One --arg, read.
struct RunArgument {
  enum class Kind : std::uint8_t {
    number,  ///< `text` is a number; the parameter says of what type
    scalar,  ///< array.data are the bytes of the parameter
    buffer,  ///< array.data is what the buffer holds at first
    same,    ///< the buffer of argument `other`
    multi,   ///< a multimem address of the buffers of arguments `others`
    null,
  } kind = Kind::number;
  std::string text;            ///< as written
  Array array;                 ///< buffers: contents, type and shape
  bool uninitialized = false;  ///< out: nothing is written before the launch
  std::string output;          ///< file, "-" for the terminal, empty: none
  std::size_t other = 0;
  std::vector<std::size_t> others;
  std::optional<RunTensor> tensor;    ///< the argument is a tensor map of that buffer
  bool by_address = false;            ///< the parameter is a pointer to the map
  std::optional<RunTexture> texture;  ///< the argument is the handle of a texture or surface of that buffer
  std::string bound;                  ///< no argument: what this variable of the module stands for
};
/// How messages call it.
std::string argument_place(std::size_t index, const RunArgument& argument);
/// Reads KEY=VALUE... up to the buffer behind of:, where `text` begins then. False and a reason.
bool parse_tensor(std::string_view& text, RunTensor& tensor, std::string& reason);
/// The type of a buffer's elements; false when tensors have none such.
bool element_of_tensor(const Element& element, exec::TensorMapDesc& map);
/// Reads KEY=VALUE... up to the buffer behind of:, as parse_tensor does.
bool parse_texture(std::string_view& text, RunTexture& texture, std::string& reason);
/// The type of a buffer's elements as texels; false when there are none such.
bool element_of_texture(const Element& element, exec::TextureDesc& desc);
/// Which exit state a fault of an argument means: wrong usage, or a file that cannot be used.
struct ArgumentFault {
  int state = ok;
  std::string text;
};
bool parse_argument(const std::string& text, RunArgument& argument, ArgumentFault& fault);
/// NAME=texture:... or NAME=surface:... of --bind.
bool parse_binding(const std::string& text, RunArgument& argument, ArgumentFault& fault);
/// The grammar of --arg, for --help.
extern const char argument_help[];

/// Checks the arguments against the parameters and turns bare numbers into bytes; bindings stand behind the arguments. False
/// and one line.
bool match_arguments(const exec::KernelInfo& kernel, std::vector<RunArgument>& arguments, std::string& error);

// ---- run_buffers.cpp
/// The buffers of a launch: made once, filled before each launch, read back after the last.
class RunBuffers {
 public:
  RunBuffers(exec::Backend& backend, std::vector<RunArgument>& arguments) : backend_(backend), arguments_(arguments) {}
  ~RunBuffers();
  RunBuffers(const RunBuffers&) = delete;
  RunBuffers& operator=(const RunBuffers&) = delete;
  /// Allocates, and appends all arguments to the launch.
  bool make(exec::Launch& launch, std::string& error);
  bool fill(std::string& error);
  /// Reads back and writes the outputs, in the order of the arguments.
  bool write_outputs(std::string& error);

 private:
  exec::Backend& backend_;
  std::vector<RunArgument>& arguments_;
  bool add_multi(std::size_t index, exec::Launch& launch, std::string& error);
  bool add_tensor(std::size_t index, exec::Launch& launch, std::string& error);
  bool add_texture(std::size_t index, exec::Launch& launch, std::string& error);
  std::vector<exec::Address> addresses_;  // by argument, 0: none
  std::vector<exec::Address> maps_;       // of tensor maps behind pointers
};
/// Whether the output files could be written; false and one line.
bool outputs_writable(const std::vector<RunArgument>& arguments, const std::vector<std::string>& more,
                      std::string& error);

// ---- run_shape.cpp
/// What is wrong with a block or a grid on every GPU; empty: nothing. Each number is at least 1.
std::string block_fault(const exec::Dim3& block);
std::string grid_fault(const exec::Dim3& grid);
/// The launch against what the kernel states about its shape. False and one line.
bool shape_fits(const exec::KernelInfo& kernel, const exec::Launch& launch, std::string& error);

// ---- run_sources.cpp
/// Bitcode by its magic number, text by the name's ending; else PTX is what says .version before anything LLVM IR has.
bool is_llvm_ir(const std::string& path, std::string_view bytes);
/// Reads PTX, or compiles LLVM IR for the target, and says so. An exit state; messages are reported.
int read_source(const std::string& path, const std::string& cpu, const std::vector<std::string>& attributes,
                exec::Source& source, bool& compiled);

// ---- run_report.cpp
std::string kernel_list(const std::vector<exec::KernelInfo>& kernels);
std::string profile_table(const exec::Profile& profile);
std::string profile_json(const exec::Profile& profile);
/// Seconds of each launch.
std::string stats_text(const exec::LaunchStats* stats, const std::vector<double>& seconds);
Json stats_json(const exec::LaunchStats* stats, const std::vector<double>& seconds);

// ---- run_observers.cpp
/// Passes everything on to several observers, which it does not own; the first fault counts.
std::unique_ptr<exec::Observer> make_joined(std::vector<exec::Observer*> parts);

}  // namespace lathe::nvptx::cli
