// See remarks.hpp.
#include "nvptx/driver/remarks.hpp"

#include <llvm/Remarks/Remark.h>
#include <llvm/Remarks/RemarkSerializer.h>
#include <llvm/Support/raw_ostream.h>

namespace lathe::nvptx {
namespace {

/// Its texts are those of `from`.
llvm::remarks::Remark as_llvm(const Remark& from) {
  using llvm::remarks::Type;
  static constexpr Type types[] = {Type::Passed, Type::Missed, Type::Analysis};
  llvm::remarks::Remark out;
  out.RemarkType = types[static_cast<int>(from.kind)];
  out.PassName = from.family;
  out.RemarkName = from.name;
  out.FunctionName = from.place;
  if (const SourcePlace& at = from.location) out.Loc = llvm::remarks::RemarkLocation{at.file, at.line, at.column};
  if (!from.text.empty()) out.Args.emplace_back("String", from.text);
  for (const auto& [key, value] : from.arguments) out.Args.emplace_back(key, value);
  return out;
}

}  // namespace

std::string remarks_file(const std::vector<Remark>& remarks, bool bitstream) {
  std::string text;
  llvm::raw_string_ostream out(text);
  {
    auto to = llvm::remarks::createRemarkSerializer(
        bitstream ? llvm::remarks::Format::Bitstream : llvm::remarks::Format::YAML, out);
    if (!to) {
      llvm::consumeError(to.takeError());  // it knows both forms
      return {};
    }
    for (const Remark& remark : remarks) (*to)->emit(as_llvm(remark));
    (*to)->finalize();
  }
  return text;
}

}  // namespace lathe::nvptx
