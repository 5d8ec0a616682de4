// See options.hpp.
#include "library/nvvm/options.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

namespace lathe::nvvm {
namespace {

/// What one value of an option becomes; null: the value is wrong.
struct Choice {
  const char* value;
  std::vector<const char*> words;
};
const std::map<std::string_view, std::vector<Choice>>& choices() {
  static const std::map<std::string_view, std::vector<Choice>> all = {
      {"-opt", {{"0", {"-O0"}}, {"1", {"-O1"}}, {"2", {"-O2"}}, {"3", {"-O3"}}}},
      {"-ftz", {{"0", {}}, {"1", {"--denormal-fp-math-f32=preserve-sign"}}}},
      {"-prec-sqrt", {{"0", {"--nvptx-prec-sqrtf32=0"}}, {"1", {"--nvptx-prec-sqrtf32=1"}}}},
      // 1: the full range, 2 ulp; 0, the bare approximation, is what -use_fast_math's own functions ask for.
      {"-prec-div", {{"0", {"--nvptx-prec-divf32=1"}}, {"1", {"--nvptx-prec-divf32=2"}}}},
      {"-fma", {{"0", {"--fp-contract=off"}}, {"1", {"--fp-contract=fast"}}}},
  };
  return all;
}

class Reader {
 public:
  explicit Reader(std::vector<std::string>& words) : words_(words) {}

  std::string read(std::string_view option) {
    const std::size_t equals = option.find('=');
    const std::string_view name = option.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : option.substr(equals + 1);
    if (option == "-g") {
      full_debug_ = true;
      return {};
    }
    if (option == "-generate-line-info") return {};  // wherever the module has lines
    if (option == "-gen-lto") return "-gen-lto: there is no LTO IR; PTX is made";
    if (option == "-Xopt") return "-Xopt: options of NVIDIA's optimizer are not known; use -opt= and -Xllc";
    if (name == "-arch") return arch(value, option);
    if (name == "-jump-table-density") return density(value, option);
    const auto known = choices().find(name);
    if (known == choices().end()) return std::string(option) + " is an unsupported option";
    for (const Choice& choice : known->second)
      if (value == choice.value) return take(name, choice.words);
    return std::string(option) + " is an unsupported option";
  }
  std::string finish() {
    if (!seen_.contains("-arch")) words_.emplace_back("-mcpu=sm_75");
    if (!seen_.contains("-fma")) words_.emplace_back("--fp-contract=fast");
    if (!seen_.contains("-prec-div")) words_.emplace_back("--nvptx-prec-divf32=2");
    if (!seen_.contains("-prec-sqrt")) words_.emplace_back("--nvptx-prec-sqrtf32=1");
    const bool optimized = !seen_.contains("-opt") || seen_["-opt"] != "-O0";
    if (optimized) words_.emplace_back("--optimize");
    if (!full_debug_ || optimized) words_.emplace_back("--line-tables-only");
    return {};
  }

 private:
  std::string take(std::string_view name, const std::vector<const char*>& words) {
    if (!seen_.emplace(name, words.empty() ? "" : words[0]).second)
      return std::string(name) + " defined more than once";
    for (const char* const word : words) words_.emplace_back(word);
    return {};
  }
  std::string arch(std::string_view value, std::string_view option) {
    constexpr std::string_view start = "compute_";
    if (!value.starts_with(start)) return std::string(option) + " is an unsupported option; compute_NN was expected";
    const std::string word = "-mcpu=sm_" + std::string(value.substr(start.size()));
    return take("-arch", {word.c_str()});
  }
  std::string density(std::string_view value, std::string_view option) {
    const std::string text(value);
    char* end = nullptr;
    const long number = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || number < 0 || number > 101)
      return std::string(option) + " is an unsupported option; 0 to 101 was expected";
    if (number != 101) return std::string(option) + ": tables by density are not made; 101 makes none";
    return take("-jump-table-density", {"--jump-table-min=4294967295"});
  }

  std::vector<std::string>& words_;
  std::map<std::string, std::string, std::less<>> seen_;
  bool full_debug_ = false;
};

}  // namespace

const char* text_of(Result result) {
  static constexpr const char* texts[] = {"NVVM_SUCCESS",
                                          "NVVM_ERROR_OUT_OF_MEMORY",
                                          "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                                          "NVVM_ERROR_IR_VERSION_MISMATCH",
                                          "NVVM_ERROR_INVALID_INPUT",
                                          "NVVM_ERROR_INVALID_PROGRAM",
                                          "NVVM_ERROR_INVALID_IR",
                                          "NVVM_ERROR_INVALID_OPTION",
                                          "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                                          "NVVM_ERROR_COMPILATION",
                                          "NVVM_ERROR_CANCELLED"};
  const int number = static_cast<int>(result);
  return number >= 0 && number <= 10 ? texts[number] : "NVVM_ERROR not found";
}

std::string read_options(int count, const char* const* options, std::vector<std::string>& words) {
  if (count < 0 || (count > 0 && options == nullptr)) return "the options are a null pointer";
  Reader reader(words);
  for (int i = 0; i < count; ++i) {
    if (options[i] == nullptr) return "an option is a null pointer";
    const std::string_view option = options[i];
    if (option == "-Xllc") {
      if (++i == count || options[i] == nullptr) return "-Xllc: an option must follow";
      words.emplace_back(options[i]);
      continue;
    }
    if (std::string fault = reader.read(option); !fault.empty()) return fault;
  }
  return reader.finish();
}

}  // namespace lathe::nvvm
