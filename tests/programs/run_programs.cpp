// run_programs: launches the kernels of one module of generated programs (tests/suites/toy_programs.py) and writes what they
// leave in memory: run_programs TARGET CODE IN GOT <PLAN
//
// PLAN has a line for each kernel, as tests/suites/toy_programs_host.hpp prints it: its name, the grid (3 numbers), the block
// (3), bytes of results, bytes of cells, and its arguments: in, out, cells (addresses of the inputs and of two buffers of
// zeros), or ALIGNMENT:BYTES, these in hexadecimal. GOT gets results and cells of each kernel in turn; of a launch that faults zeros, and
// "fault NAME: text" is printed.
// Exit status: 0 all were launched; 1 the code cannot be loaded; 2 something is wrong with files or options.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/expect/toy_backend.hpp"
#include "nvptx/exec/exec.hpp"

namespace {

namespace exec = lathe::nvptx::exec;
using Bytes = std::vector<std::byte>;

[[noreturn]] void give_up(int status, const std::string& text) {
  std::fprintf(stderr, "error: %s\n", text.c_str());
  std::exit(status);
}

Bytes read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) give_up(2, "cannot read " + path);
  const auto* p = reinterpret_cast<const std::byte*>(text.data());
  return {p, p + text.size()};
}

Bytes from_hex(const std::string& word) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < word.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(word.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// One line of the plan.
struct Row {
  exec::Launch launch;
  std::uint64_t out = 0, cells = 0;
  std::vector<std::string> arguments;
};

Row parse(const std::string& line) {
  std::istringstream words(line);
  Row row;
  exec::Dim3 &g = row.launch.grid, &b = row.launch.block;
  if (!(words >> row.launch.kernel >> g.x >> g.y >> g.z >> b.x >> b.y >> b.z >> row.out >> row.cells))
    give_up(2, "a line of the plan: " + line);
  for (std::string word; words >> word;) row.arguments.push_back(word);
  return row;
}

/// Launches one kernel on new buffers -> what they hold.
Bytes run(exec::Backend& gpu, Row row, exec::Address in) {
  const exec::Address out = gpu.allocate(row.out), cells = gpu.allocate(row.cells);
  for (const std::string& word : row.arguments) {
    if (word == "in")
      row.launch.add(in);
    else if (word == "out")
      row.launch.add(out);
    else if (word == "cells")
      row.launch.add(cells);
    else {
      const std::size_t colon = word.find(':');
      row.launch.alignments.push_back(static_cast<std::uint32_t>(std::stoul(word)));
      row.launch.arguments.push_back(from_hex(word.substr(colon + 1)));
    }
  }
  Bytes got(row.out + row.cells);
  auto fault = gpu.launch(row.launch);
  if (!fault) fault = gpu.read(out, std::span(got).first(row.out));
  if (!fault) fault = gpu.read(cells, std::span(got).last(row.cells));
  if (fault) {
    std::string text = fault->to_string();
    for (char& c : text)
      if (c == '\n') c = ' ';
    std::cout << "fault " << row.launch.kernel << ": " << text << "\n";
    got.assign(got.size(), std::byte{0});
  }
  (void)gpu.release(out);
  (void)gpu.release(cells);
  return got;
}

std::unique_ptr<exec::Backend> make(const std::string& target) {
  exec::MachineOptions options;
  options.max_steps = 20'000'000;
  if (target == "ptx") return std::make_unique<exec::Machine>(options);
  if (target == "toy") return check::make_toy_backend(options);
  give_up(2, "no target '" + target + "'; ptx or toy is wanted");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) give_up(2, "run_programs TARGET CODE IN GOT <PLAN");
  const std::unique_ptr<exec::Backend> gpu = make(argv[1]);
  const Bytes code = read_file(argv[2]), input = read_file(argv[3]);
  const std::string text(reinterpret_cast<const char*>(code.data()), code.size());
  if (const auto fault = gpu->load({{argv[2], text}})) give_up(1, fault->to_string());
  const exec::Address in = gpu->allocate(input.size());
  if (const auto fault = gpu->write(in, input)) give_up(1, fault->to_string());
  std::ofstream got(argv[4], std::ios::binary);
  for (std::string line; std::getline(std::cin, line);) {
    const Bytes bytes = run(*gpu, parse(line), in);
    got.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  got.close();
  std::cout.flush();
  if (!got || !std::cout) give_up(2, std::string("cannot write ") + argv[4]);
}
