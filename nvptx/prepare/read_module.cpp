// LLVM IR text or bitcode -> LLVM module for nvptx64, with every fault told as FILE:LINE:COLUMN: text.
//
// Bitcode of older LLVM versions is upgraded by LLVM's reader. The data layout is one of the target's two: it is what the
// code generator works by, and what LLVM itself puts in place for this target.
#include <llvm/AsmParser/LLParser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/AutoUpgrade.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>

#include <new>

#include "codegen/prepare/typed_pointers.hpp"
#include "nvptx/prepare/nvvm_names.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Triple;

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

void report(Diag& diag, const std::string& name, const llvm::SMDiagnostic& error) {
  Message message;
  message.file = name;
  if (error.getLineNo() > 0) {
    message.line = static_cast<unsigned>(error.getLineNo());
    message.column = error.getColumnNo() >= 0 ? static_cast<unsigned>(error.getColumnNo()) + 1 : 0;
  }
  message.text = one_line(error.getMessage().str());
  if (message.text.rfind("error: ", 0) == 0) message.text.erase(0, 7);
  diag.add(std::move(message));
}

/// Sends what LLVM reports while reading (bad debug info that is stripped, ...) to our list.
class Messages : public llvm::DiagnosticHandler {
 public:
  Messages(Diag& diag, std::string name) : diag_(diag), name_(std::move(name)) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Remark || info.getSeverity() == llvm::DS_Note) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    Message message;
    message.level = info.getSeverity() == llvm::DS_Error ? Message::Level::error : Message::Level::warning;
    message.file = name_;
    message.text = one_line(stream.str());
    diag_.add(std::move(message));
    return true;
  }

 private:
  Diag& diag_;
  std::string name_;
};

/// A front end that did not say: llvmlite writes unknown-unknown-unknown.
bool says_nothing(const Triple& triple) { return triple.str().empty() || triple.str().starts_with("unknown-unknown"); }

/// What is wrong with the triple as a target, or an empty text.
std::string triple_fault(const Triple& triple) {
  if (triple.getArch() == Triple::nvptx64) return {};
  if (triple.getArch() == Triple::nvptx)
    return "target triple '" + triple.str() + "' is 32-bit NVPTX, which is not supported; use nvptx64-nvidia-cuda";
  return "target triple '" + triple.str() + "' is not an NVPTX target; expected nvptx64-nvidia-cuda";
}

/// Offsets and sizes, numbers both, and a tag: LLVM's passes believe it, and its verifier does not look.
bool well_formed_fields(const llvm::MDNode& node) {
  const auto number = [&](unsigned i) {
    return llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node.getOperand(i)) != nullptr;
  };
  if (node.getNumOperands() % 3 != 0) return false;
  for (unsigned i = 0; i < node.getNumOperands(); i += 3)
    if (!number(i) || !number(i + 1) || !llvm::isa_and_nonnull<llvm::MDNode>(node.getOperand(i + 2).get()))
      return false;
  return true;
}

/// What only another target's calls do (errors in a register of their own), and what is malformed and only a hint.
void drop_what_is_not_ours(llvm::Module& module) {
  const auto plain = [](auto& carrier, unsigned count) {
    if (!carrier.getAttributes().hasAttrSomewhere(llvm::Attribute::SwiftError)) return;
    for (unsigned i = 0; i < count; ++i) carrier.removeParamAttr(i, llvm::Attribute::SwiftError);
  };
  for (llvm::Function& f : module) {
    plain(f, static_cast<unsigned>(f.arg_size()));
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& inst : block) {
        if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&inst)) local->setSwiftError(false);
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) plain(*call, call->arg_size());
        if (!inst.hasMetadataOtherThanDebugLoc()) continue;
        if (const llvm::MDNode* fields = inst.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
            fields && !well_formed_fields(*fields))
          inst.setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
      }
  }
}

/// A fault that LLVM's verifier finds: its first line, which names the rule, and the function it is in. Debug information
/// that is none is left out, with a warning.
bool verify(llvm::Module& module, const std::string& name, Diag& diag) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool broken_debug_info = false;
  Message message;
  message.file = name;
  if (!llvm::verifyModule(module, &stream, &broken_debug_info)) {
    if (!broken_debug_info) return true;
    llvm::StripDebugInfo(module);
    // Lists of the module's own may name it, too.
    if (!llvm::verifyModule(module)) {
      message.level = Message::Level::warning;
      message.text = "invalid debug information is left out: " + one_line(text.substr(0, text.find('\n')));
      diag.add(std::move(message));
      return true;
    }
  }
  for (const llvm::Function& f : module)
    if (!f.isDeclaration() && llvm::verifyFunction(f)) {
      message.function = f.getName().str();
      break;
    }
  message.text = "invalid IR: " + one_line(text.substr(0, text.find('\n')));
  diag.add(std::move(message));
  return false;
}

/// Text, without LLVM's look at debug information, which verifies the whole module: `verify` does, and says more.
std::unique_ptr<llvm::Module> read_text(llvm::MemoryBufferRef text, llvm::SMDiagnostic& error,
                                        llvm::LLVMContext& context, const llvm::ParserCallbacks& callbacks) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text), llvm::SMLoc());
  const auto layout = callbacks.DataLayout.value_or([](llvm::StringRef, llvm::StringRef) { return std::nullopt; });
  // Where memory ends both stay as they are: to take them down halfway wants memory, and LLVM's own frames leave them, too.
  auto* const made = new llvm::Module(text.getBufferIdentifier(), context);
  auto* const parser = new llvm::LLParser(text.getBuffer(), sources, error, made, nullptr, context);
  const bool wrong = parser->Run(false, layout);
  delete parser;
  std::unique_ptr<llvm::Module> module(made);
  if (wrong) return nullptr;
  // That of another version is dropped, with a warning; what is left of a module without any, too.
  if (llvm::getDebugMetadataVersionFromModule(*module) != llvm::DEBUG_METADATA_VERSION) llvm::UpgradeDebugInfo(*module);
  return module;
}

bool has_short(const llvm::DataLayout& layout) { return layout.getPointerSizeInBits(space::shared) == 32; }

// A layout that is none is the parser's to refuse.
bool says_short_pointers(llvm::StringRef text) {
  llvm::Expected<llvm::DataLayout> layout = llvm::DataLayout::parse(text);
  if (layout) return has_short(*layout);
  llvm::consumeError(layout.takeError());
  return false;
}

std::unique_ptr<llvm::Module> read_lazily(llvm::MemoryBufferRef buffer, llvm::LLVMContext& context,
                                          const llvm::ParserCallbacks& callbacks, const BodyReader& bodies,
                                          llvm::SMDiagnostic& error) {
  const auto failed = [&](llvm::Error fault) -> std::unique_ptr<llvm::Module> {
    error = llvm::SMDiagnostic(buffer.getBufferIdentifier(), llvm::SourceMgr::DK_Error, toString(std::move(fault)));
    return nullptr;
  };
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getLazyBitcodeModule(buffer, context, false, false, callbacks);
  if (!module) return failed(module.takeError());
  if (llvm::Error fault = bodies.read(**module)) return failed(std::move(fault));
  return std::move(*module);
}

}  // namespace

std::string nvptx_data_layout(bool short_pointers) {
  return Triple("nvptx64-nvidia-cuda").computeDataLayout(short_pointers ? "shortptr" : "");
}

bool has_short_pointers(const llvm::Module& module) { return has_short(module.getDataLayout()); }

std::string pointers_differ(const std::string& name, bool short_pointers) {
  const char* const bits[] = {"64", "32"};
  return std::string("pointers to shared memory have ") + bits[!short_pointers] +
         " bits in this module's data layout, but " + name + " has " + bits[short_pointers] + "; compile them for one";
}

std::unique_ptr<llvm::Module> read_module(std::string_view bytes, const std::string& name, llvm::LLVMContext& context,
                                          Diag& diag, const ReadAs& as, const BodyReader& bodies) {
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diag.error_at(name, 0, "the input is empty; expected LLVM IR text or bitcode");
    return nullptr;
  }
  context.setDiagnosticHandler(std::make_unique<Messages>(diag, name));
  const std::string forced(as.triple);
  if (!forced.empty())
    if (const std::string fault = triple_fault(Triple(forced)); !fault.empty()) {
      diag.error_at(name, 0, fault);
      return nullptr;
    }

  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const bool bitcode = llvm::isBitcode(begin, begin + bytes.size());
  // The text reader wants a zero after the last byte, which a view does not promise.
  const std::unique_ptr<llvm::MemoryBuffer> buffer =
      bitcode ? llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(bytes.data(), bytes.size()), name, false)
              : llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(bytes.data(), bytes.size()), name);
  if (buffer == nullptr) throw std::bad_alloc();
  llvm::SMDiagnostic error;
  // The layout is needed while reading (default alignments, address space of allocas). Another target's is left
  // alone, so that the message is about the triple.
  bool short_pointers = as.short_pointers.value_or(false);
  const llvm::ParserCallbacks callbacks([&](llvm::StringRef own, llvm::StringRef layout) -> std::optional<std::string> {
    const Triple said(own.str());
    if (forced.empty() && !says_nothing(said) && !said.isNVPTX()) return std::nullopt;
    if (!as.short_pointers && said.isNVPTX()) short_pointers = says_short_pointers(layout);
    return nvptx_data_layout(short_pointers);
  });
  const llvm::MemoryBufferRef given = buffer->getMemBufferRef();
  std::unique_ptr<llvm::Module> module = !bitcode      ? read_text(given, error, context, callbacks)
                                         : bodies.read ? read_lazily(given, context, callbacks, bodies, error)
                                                       : llvm::parseIR(given, error, context, callbacks);
  if (!module && !bitcode) {
    // Text from before LLVM 15, perhaps: who writes today's does not pay for the look.
    if (const std::string today = codegen::with_opaque_pointers(bytes); !today.empty()) {
      llvm::SMDiagnostic again;
      module = read_text(llvm::MemoryBufferRef(today, name), again, context, callbacks);
      if (!module)
        error = llvm::SMDiagnostic(*again.getSourceMgr(), again.getLoc(), name, again.getLineNo(), -1,
                                   llvm::SourceMgr::DK_Error, again.getMessage(), "", {});
    }
  }
  if (!module) {
    if (!bitcode && error.getMessage().contains("expected top-level entity"))
      error = llvm::SMDiagnostic(*error.getSourceMgr(), error.getLoc(), name, error.getLineNo(), error.getColumnNo(),
                                 llvm::SourceMgr::DK_Error, "not LLVM IR: " + error.getMessage().str(), "", {});
    report(diag, name, error);
    return nullptr;
  }
  if (diag.failed()) return nullptr;
  if (!forced.empty()) module->setTargetTriple(Triple(forced));
  if (says_nothing(module->getTargetTriple())) module->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  if (const std::string fault = triple_fault(module->getTargetTriple()); !fault.empty()) {
    diag.error_at(name, 0, fault);
    return nullptr;
  }
  module->setDataLayout(nvptx_data_layout(short_pointers));
  define_nvvm_names(*module);
  const bool known = bitcode && bodies.known_valid && bodies.known_valid(*module);
  if (!known && !verify(*module, name, diag)) return nullptr;
  drop_what_is_not_ours(*module);
  return module;
}

}  // namespace lathe::nvptx
