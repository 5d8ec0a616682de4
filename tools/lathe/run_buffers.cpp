// Buffers of `lathe run`: device memory for the arguments, outputs to files or the terminal.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "simt/texture/texture.hpp"
#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {
namespace {

/// Values separated by spaces, one line for each row of the last dimension.
std::string printed(const Array& array) {
  const std::size_t count = array.data.size() / array.element.bytes;
  const std::size_t row =
      array.shape.size() > 1 ? std::max<std::size_t>(1, array.shape.back()) : std::max<std::size_t>(1, count);
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % row != 0) out += ' ';
    out += value_text(array.element, array.data.data() + i * array.element.bytes);
    if ((i + 1) % row == 0 || i + 1 == count) out += '\n';
  }
  return out;
}

std::string described(std::size_t index, const RunArgument& argument, const Array& array) {
  std::string shape;
  for (const std::uint64_t n : array.shape) shape += fmt::format("{}{}", shape.empty() ? "" : "x", n);
  const std::string who = argument.bound.empty() ? fmt::format("argument {}", index) : argument.bound;
  return fmt::format("{}: {} {}\n", who, element_name(array.element), shape);
}

bool writable(const std::string& path, std::string& error) {
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) errno = EISDIR;
    if (!S_ISDIR(info.st_mode) && ::access(path.c_str(), W_OK) == 0) return true;
  } else {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return true;
  }
  error = path + ": cannot write: " + std::strerror(errno) + "; nothing was run";
  return false;
}

}  // namespace

RunBuffers::~RunBuffers() {
  for (const exec::Address address : addresses_)
    if (address != 0) (void)backend_.release(address);
  for (const exec::Address address : maps_) (void)backend_.release(address);
}

bool RunBuffers::make(exec::Launch& launch, std::string& error) {
  addresses_.assign(arguments_.size(), 0);
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (arguments_[i].kind != RunArgument::Kind::buffer) continue;
    addresses_[i] = backend_.allocate(std::max<std::size_t>(1, arguments_[i].array.data.size()));
    if (addresses_[i] != 0) continue;
    error = fmt::format("argument {}: no device memory for {} bytes", i, arguments_[i].array.data.size());
    return false;
  }
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const RunArgument& a = arguments_[i];
    if (a.texture) {
      if (!add_texture(i, launch, error)) return false;
    } else if (a.tensor) {
      if (!add_tensor(i, launch, error)) return false;
    } else if (a.kind == RunArgument::Kind::multi) {
      if (!add_multi(i, launch, error)) return false;
    } else if (a.kind == RunArgument::Kind::scalar)
      launch.arguments.push_back(a.array.data);
    else
      launch.add(a.kind == RunArgument::Kind::same ? addresses_[a.other] : addresses_[i]);
  }
  return true;
}

bool RunBuffers::add_multi(std::size_t index, exec::Launch& launch, std::string& error) {
  std::vector<exec::Address> buffers;
  std::uint64_t bytes = ~0ULL;
  for (const std::size_t other : arguments_[index].others) {
    buffers.push_back(addresses_[other]);
    bytes = std::min<std::uint64_t>(bytes, arguments_[other].array.data.size());
  }
  const exec::Address address = backend_.make_multicast(buffers, bytes);
  if (address == 0) {
    error = fmt::format("argument {}: {} makes no multimem address of these buffers", index, backend_.name());
    return false;
  }
  launch.add(address);
  return true;
}

bool RunBuffers::add_tensor(std::size_t index, exec::Launch& launch, std::string& error) {
  const RunArgument& a = arguments_[index];
  const std::size_t memory = a.kind == RunArgument::Kind::same ? a.other : index;
  exec::TensorMapDesc desc = a.tensor->map;
  desc.data = addresses_[memory];
  const auto fail = [&](const std::string& text) {
    error = argument_place(index, a) + ": " + text;
    return false;
  };
  const Element& element = arguments_[memory].array.element;
  if (!a.tensor->typed && !element_of_tensor(element, desc))
    return fail(fmt::format("tensors have no elements of type {}; give type=", element_name(element)));
  exec::TensorMap map;
  if (const auto fault = backend_.make_tensor_map(desc, map)) return fail(fault->text);
  if (!a.by_address) {
    launch.add(map);
    return true;
  }
  maps_.push_back(backend_.allocate(map.size()));
  if (maps_.back() == 0) return fail("no device memory for the tensor map");
  if (const auto fault = backend_.write(maps_.back(), map)) return fail(fault->text);
  launch.add(maps_.back());
  return true;
}

bool RunBuffers::add_texture(std::size_t index, exec::Launch& launch, std::string& error) {
  const RunArgument& a = arguments_[index];
  const std::size_t memory = a.kind == RunArgument::Kind::same ? a.other : index;
  exec::TextureDesc desc = a.texture->desc;
  desc.data = addresses_[memory];
  const auto fail = [&](const std::string& text) {
    error = argument_place(index, a) + ": " + text;
    return false;
  };
  const Array& array = arguments_[memory].array;
  if (!a.texture->typed && !element_of_texture(array.element, desc))
    return fail(fmt::format("texels are of no type {}; give type=", element_name(array.element)));
  const char* const what = a.texture->surface ? "surface" : "texture";
  const std::uint64_t object = a.texture->surface ? backend_.make_surface(desc) : backend_.make_texture(desc);
  if (object == 0) return fail(fmt::format("{} makes no such {}", backend_.name(), what));
  if (exec::bytes_of(desc) > array.data.size())
    return fail(fmt::format("the {} has {} bytes, its buffer {}", what, exec::bytes_of(desc), array.data.size()));
  if (a.bound.empty()) {
    launch.add(object);
    return true;
  }
  if (const auto fault = backend_.bind(a.bound, object)) return fail(fault->text);
  return true;
}

bool RunBuffers::fill(std::string& error) {
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const RunArgument& a = arguments_[i];
    if (a.kind != RunArgument::Kind::buffer || a.uninitialized || a.array.data.empty()) continue;
    if (const auto fault = backend_.write(addresses_[i], a.array.data)) {
      error = fault->to_string();
      return false;
    }
  }
  return true;
}

bool RunBuffers::write_outputs(std::string& error) {
  const auto shown =
      std::count_if(arguments_.begin(), arguments_.end(), [](const RunArgument& a) { return a.output == "-"; });
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const RunArgument& a = arguments_[i];
    if (a.output.empty()) continue;
    Array result{a.array.element, a.array.shape, std::vector<std::byte>(a.array.data.size())};
    if (!result.data.empty())
      if (const auto fault = backend_.read(addresses_[i], result.data)) {
        error = fault->to_string();
        return false;
      }
    std::string text;
    if (a.output == "-")
      text = (shown > 1 ? described(i, a, result) : std::string()) + printed(result);
    else if (a.output.ends_with(".npy"))
      text = write_npy(result);
    else
      text.assign(reinterpret_cast<const char*>(result.data.data()), result.data.size());
    if (!write_output(a.output, text, error)) return false;
  }
  return true;
}

bool outputs_writable(const std::vector<RunArgument>& arguments, const std::vector<std::string>& more,
                      std::string& error) {
  std::vector<std::string> seen;
  const auto check = [&](const std::string& path) {
    if (path.empty() || path == "-") return true;
    if (std::find(seen.begin(), seen.end(), path) != seen.end()) {
      error = path + ": is the output of two arguments; name another file";
      return false;
    }
    seen.push_back(path);
    return writable(path, error);
  };
  for (const RunArgument& a : arguments)
    if (!check(a.output)) return false;
  return std::all_of(more.begin(), more.end(), check);
}

}  // namespace lathe::nvptx::cli
