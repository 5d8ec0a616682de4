// The `lathe` program: subcommands, files, messages. Knows no LLVM.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/support/diag.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {
struct Features;
}

namespace lathe::nvptx::cli {

/// Exit states of the program.
inline constexpr int ok = 0, failed = 1, wrong_usage = 2;

/// Everything `main` does, with arguments as main has them.
int run(int argc, char** argv);

// ---- messages.cpp
/// One line: what would end or overwrite it stands as \n, \r, \x1b; blank lines at the end are gone.
std::string one_line(std::string_view text);
/// Writes the messages to standard error, "FILE:LINE:COLUMN: error: ..." each, "lathe: error: ..." where no line is known;
/// the first 20 errors and a count of the others. On a terminal in colours (not with NO_COLOR), and the line of the file.
void report(const Diag& diag, const std::string& input);
void report_error(const std::string& text);
/// Whether messages go to a terminal, which shows what a file does not.
bool on_terminal();
/// The short usage below a message about wrong arguments, to standard error.
void report_usage(const std::string& usage);
/// The names that are few edits away from a wrong one, best first.
std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& names, std::size_t limit = 3);

// ---- llc_spelling.cpp
/// Rewrites llc's single-dash long options to double dash: "-mcpu=x" -> "--mcpu=x".
std::vector<std::string> gnu_spelling(int argc, char** argv);

// ---- files.cpp
/// Reads a file, or standard input for "-". False and an error text.
bool read_input(const std::string& path, std::string& bytes, std::string& error);
/// Writes a file whole or not at all (a temporary file beside it, then a rename); "-" is standard output; devices and
/// pipes are written to directly, and so is a file that may be written in a folder that may not: the old content is put
/// back, as far as possible, when that fails. False and an error text.
bool write_output(const std::string& path, std::string_view bytes, std::string& error);
/// Text to standard output; the exit state, after a message when it cannot be written.
int print_out(std::string_view text);
/// Makes a folder and those above it, where they are missing. False and an error text.
bool prepare_folder(const std::string& path, std::string& error);
/// Paths -> names below the folder that all are in: those of one folder lose it, others keep their tree. False and an
/// error text when two are the same.
bool file_names(std::vector<std::string>& paths, std::string& error);
/// A file that was written by a thread whose commands nobody hears, into the document of those who hear this one's.
void note_output(const std::string& path, std::uint64_t bytes);
/// As write_output; a file that has these bytes already is left as it is, so that its time stays. `written`, where it is
/// given, becomes true where it is not.
bool write_if_other(const std::string& path, std::string_view bytes, std::string& error, bool* written = nullptr);
/// A file of such a name, with the folders that it needs. False and an error text.
bool write_below(const std::string& folder, const std::string& name, std::string_view bytes, std::string& error);
/// First of the paths that names a readable file; empty when none does.
std::string first_file(const std::vector<std::string>& paths);

// ---- ptxas.cpp
/// Where the CUDA toolkit may be: $CUDA_HOME, $CUDA_PATH, the folder above a `nvcc` or `ptxas` in $PATH,
/// /usr/local/cuda.
std::vector<std::string> cuda_homes();
/// Path of libdevice.10.bc in the first toolkit that has it; empty when there is none.
std::string find_libdevice();
/// PTX -> cubin with ptxas; with `link_later` one that nvlink can join with others. False and an error text.
bool assemble(const std::string& ptx, const std::string& target, unsigned opt_level, std::string& cubin,
              std::string& error, bool link_later = false);

// ---- target_arguments.cpp
/// -mcpu and -mattr; -mcpu=native is the first GPU that the CUDA driver shows. False, after a message, when a name is wrong.
bool read_target(const std::string& cpu, const std::vector<std::string>& attributes, Features& features);

// ---- bisect_command.cpp
int bisect_command(const std::vector<std::string>& arguments);

// ---- opt_command.cpp
int opt_command(const std::vector<std::string>& arguments);

// ---- run_command.cpp
int run_command(const std::vector<std::string>& arguments);

// ---- equal_command.cpp
int equal_command(const std::vector<std::string>& arguments);

// ---- flow_command.cpp
int flow_command(const std::vector<std::string>& arguments);

// ---- combine_command.cpp
int combine_command(const std::vector<std::string>& arguments);

// ---- bits_command.cpp
int bits_command(const std::vector<std::string>& arguments);

// ---- outline_command.cpp
int outline_command(const std::vector<std::string>& arguments);

// ---- import_command.cpp
int import_command(const std::vector<std::string>& arguments);

// ---- modulo_command.cpp
int modulo_command(const std::vector<std::string>& arguments);

// ---- group_command.cpp
int group_command(const std::vector<std::string>& arguments);

// ---- inline_command.cpp
int inline_command(const std::vector<std::string>& arguments);

// ---- sched_command.cpp
int sched_command(const std::vector<std::string>& arguments);

// ---- pressure_command.cpp
int pressure_command(const std::vector<std::string>& arguments);

// ---- report/report_command.cpp
int report_command(const std::vector<std::string>& arguments);

}  // namespace lathe::nvptx::cli
