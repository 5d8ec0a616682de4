// The module's skeleton: version, target, variables with initial values, signatures, directives, aliases; and the
// order in which ptxas accepts them.
//
// Order: text of the module's own assembly, declarations of functions (all that are external, and those that are
// named before their definition), variables after the variables that their values name, definitions, aliases.
#include <algorithm>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "codegen/prepare/initializers.hpp"
#include "nvptx/build/abi.hpp"
#include "nvptx/build/build.hpp"
#include "nvptx/build/signatures.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/target/spaces.hpp"

namespace lathe::nvptx {
namespace {

using namespace build;

std::string linkage_of(const llvm::GlobalValue& value) {
  if (value.isDeclarationForLinker()) return "extern";
  if (value.hasLocalLinkage()) return "";
  if (value.hasExternalLinkage()) return "visible";
  if (value.hasCommonLinkage()) return "common";
  return "weak";
}

enum class Opaque : std::uint8_t { none, texture, surface, sampler };

class ModuleBuilder {
 public:
  ModuleBuilder(const llvm::Module& source, const References& references, const Features& features, mir::Module& out,
                std::vector<Body>& bodies, Diag& diag)
      : source_(source),
        references_(references),
        layout_(source.getDataLayout()),
        view_(source, references.globals(), references),
        facts_(type_facts(features)),
        features_(features),
        out_(out),
        bodies_(bodies),
        diag_(diag) {}

  bool run() {
    out_.version = std::to_string(features_.ptx / 10) + "." + std::to_string(features_.ptx % 10);
    out_.target = {features_.name()};
    out_.address_size = 64;
    read_annotations();
    if (separate_samplers()) out_.target.emplace_back("texmode_independent");
    if (!source_.getModuleInlineAsm().empty()) module_asm();
    for (const llvm::GlobalIFunc& resolver : source_.ifuncs())
      error("indirect function '" + resolver.getName().str() + "' has no PTX form");
    declarations();
    for (const llvm::GlobalVariable& variable : source_.globals()) emit_variable(variable);
    definitions();
    aliases();
    return !failed_;
  }

 private:
  void error(std::string text) {
    failed_ = true;
    diag_.error({}, std::move(text));
  }

  // OpenCL's texture mode: textures and samplers are named apart, parameters of kernels among them.
  bool separate_samplers() const {
    return source_.getTargetTriple().getOS() == llvm::Triple::NVCL ||
           std::any_of(handles_.begin(), handles_.end(), [](const Handle& h) { return h.kind == "sampler"; });
  }

  void module_asm() {
    llvm::StringRef rest = source_.getModuleInlineAsm();
    while (!rest.empty()) {
      const auto [line, tail] = rest.split('\n');
      out_.items.push_back({mir::Item::Kind::directive, 0, line.str()});
      rest = tail;
    }
  }

  // !nvvm.annotations of variables: !{ptr, !"texture", i32 1, ...}.
  void read_annotations() {
    const llvm::NamedMDNode* list = source_.getNamedMetadata("nvvm.annotations");
    if (list == nullptr) return;
    for (const llvm::MDNode* node : list->operands()) {
      if (node->getNumOperands() == 0) continue;
      const auto* global = llvm::mdconst::dyn_extract_or_null<llvm::GlobalValue>(node->getOperand(0));
      if (global == nullptr) continue;
      for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
        const auto* key = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(i).get());
        const auto* value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(i + 1));
        if (key == nullptr || value == nullptr) continue;
        const llvm::StringRef name = key->getString();
        if (name == "texture")
          opaque_[global] = Opaque::texture;
        else if (name == "surface")
          opaque_[global] = Opaque::surface;
        else if (name == "sampler" && llvm::isa<llvm::GlobalVariable>(global))
          opaque_[global] = Opaque::sampler;
        else if (name == "managed")
          managed_.insert(global);
        else if (name == "rdoimage" || name == "wroimage" || name == "rdwrimage" || name == "sampler")
          handles_.push_back({global, name.str(), static_cast<unsigned>(value->getZExtValue())});
      }
    }
  }

  // ---- variables ---------------------------------------------------------------------------------

  std::uint32_t number(const llvm::GlobalValue& value) const { return references_.globals().number(&value); }
  bool used(const llvm::GlobalValue& value) const { return references_.used(number(value)); }
  bool skipped(const llvm::GlobalVariable& variable) const {
    return is_left_out(variable, words) || (variable.isDeclarationForLinker() && !used(variable));
  }

  void emit_variable(const llvm::GlobalVariable& variable) {
    if (skipped(variable)) return;
    auto& state = state_[&variable];
    if (state == 2) return;
    if (state == 1) {
      error("the initial values of global variables form a cycle through '" + variable.getName().str() +
            "', which PTX cannot express");
      return;
    }
    state = 1;
    mir::Variable made;
    std::vector<const llvm::GlobalValue*> mentions;
    const bool good = translate(variable, made, mentions);
    for (const llvm::GlobalValue* mention : mentions) {
      if (const auto* other = llvm::dyn_cast<llvm::GlobalVariable>(mention)) {
        if (other->getAddressSpace() != 1 && other->getAddressSpace() != 4 && other->getAddressSpace() != 0)
          error("the initial value of '" + variable.getName().str() + "' names '" + other->getName().str() +
                "', which is in neither the global nor the const space");
        emit_variable(*other);
      }
    }
    state_[&variable] = 2;
    if (!good) return;
    out_.variables.push_back(std::move(made));
    out_.items.push_back({mir::Item::Kind::variable, static_cast<std::uint32_t>(out_.variables.size() - 1), {}});
  }

  bool space_of(const llvm::GlobalVariable& variable, mir::Space& out) {
    const unsigned number = variable.getAddressSpace();
    out = number == space::generic ? mir::Space::global : variable_space(number);
    if (out != mir::Space::none) return true;
    error("global variable '" + variable.getName().str() + "' is in address space " + std::to_string(number) +
          ", where PTX has no module-level variables");
    return false;
  }

  bool translate(const llvm::GlobalVariable& variable, mir::Variable& out,
                 std::vector<const llvm::GlobalValue*>& mentions) {
    const std::string name = variable.getName().str();
    out.name = name;
    out.linkage = linkage_of(variable);
    if (variable.hasAppendingLinkage()) {
      error("global variable '" + name + "' has appending linkage, which PTX does not have");
      return false;
    }
    if (variable.isThreadLocal()) {
      error("thread-local variable '" + name + "' has no PTX form");
      return false;
    }
    if (!space_of(variable, out.space)) return false;
    if (const auto found = opaque_.find(&variable); found != opaque_.end()) return opaque(variable, found->second, out);
    if (out.linkage == "common" && (out.space != mir::Space::global || features_.ptx < 50)) out.linkage = "weak";
    if (managed_.contains(&variable)) {
      if (!features_.has(30, 40))
        error("managed variable '" + name + "' needs sm_30 and PTX 4.0 (the target is " + features_.name() +
              " with PTX " + out_.version + ")");
      out.attribute = ".managed";
    }
    llvm::Type* type = variable.getValueType();
    if (!type->isSized() || layout_.getTypeAllocSize(type).isScalable()) {
      error("global variable '" + name + "' has type " + spell(type) + ", which has no size");
      return false;
    }
    out.align = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(variable.getAlign().value_or(layout_.getPrefTypeAlign(type)).value(), 0x80000000U));
    if (!variable.isDeclarationForLinker() && !initial_value(variable, out, mentions)) return false;
    shape(variable, out);
    return true;
  }

  bool initial_value(const llvm::GlobalVariable& variable, mir::Variable& out,
                     std::vector<const llvm::GlobalValue*>& mentions) {
    const llvm::Constant* value = variable.getInitializer();
    if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value)) return true;
    if (out.space == mir::Space::shared) {
      error("shared variable '" + out.name + "' has an initial value, which PTX does not allow");
      return false;
    }
    Image image;
    std::string why;
    if (!image_of(value, layout_, "PTX", image, why)) {
      error("in the initial value of '" + out.name + "': " + why);
      return false;
    }
    out.bytes = std::move(image.bytes);
    for (const Image::Address& a : image.addresses) {
      out.relocs.push_back({.offset = a.at,
                            .size = a.bytes,
                            .symbol = a.symbol->getName().str(),
                            .addend = a.offset,
                            .generic = a.generic && !llvm::isa<llvm::Function>(a.symbol)});
      mentions.push_back(a.symbol);
    }
    return true;
  }

  // Element type and bounds: a scalar where the value is one, words where every address fills one, else bytes.
  void shape(const llvm::GlobalVariable& variable, mir::Variable& out) {
    const llvm::Type* type = variable.getValueType();
    const std::uint64_t size = layout_.getTypeAllocSize(variable.getValueType());
    const bool words = std::all_of(out.relocs.begin(), out.relocs.end(),
                                   [](const auto& r) { return r.size == 8 && r.offset % 8 == 0; });
    const bool integer = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
    if ((integer || type->isPointerTy() || type->isHalfTy() || type->isBFloatTy()) && words) {
      out.type = size == 1   ? mir::Type::u8
                 : size == 2 ? (integer ? mir::Type::u16 : mir::Type::b16)
                 : size == 4 ? mir::Type::u32
                             : mir::Type::u64;
      if (!out.bytes.empty()) out.bytes.resize(size);
      return;
    }
    if (type->isFloatTy() || type->isDoubleTy()) {
      out.type = type->isFloatTy() ? mir::Type::f32 : mir::Type::f64;
      if (!out.bytes.empty()) out.bytes.resize(size);
      return;
    }
    if (!out.relocs.empty() && words && size % 8 == 0) {
      out.type = mir::Type::u64;
      out.bytes.resize((out.bytes.size() + 7) / 8 * 8);
      out.dims = {size / 8};
      return;
    }
    out.type = mir::Type::b8;
    out.dims = {size};
    // PTX writes an unbounded array only where it is declared, not defined.
    if (size == 0 && out.linkage != "extern") out.dims = {1};
    if (!out.relocs.empty()) byte_relocs(out);
  }

  // Addresses that are not on words are given byte by byte, with PTX's mask operator; it wants .u8.
  void byte_relocs(mir::Variable& out) {
    if (features_.ptx < 71)
      error("the initial value of '" + out.name + "' holds an address that is not on a word; that needs PTX 7.1");
    out.type = mir::Type::u8;
    std::vector<mir::Variable::Reloc> pieces;
    for (const mir::Variable::Reloc& reloc : out.relocs)
      for (unsigned i = 0; i < reloc.size; ++i) {
        mir::Variable::Reloc piece = reloc;
        piece.offset += i;
        piece.size = 1;
        piece.mask_byte = static_cast<std::uint8_t>(i);
        pieces.push_back(std::move(piece));
      }
    out.relocs = std::move(pieces);
  }

  bool opaque(const llvm::GlobalVariable& variable, Opaque kind, mir::Variable& out) {
    out.type = kind == Opaque::texture   ? mir::Type::texref
               : kind == Opaque::surface ? mir::Type::surfref
                                         : mir::Type::samplerref;
    if (kind != Opaque::sampler || variable.isDeclarationForLinker()) return true;
    // The value is an OpenCL sampler: bits 0-2 the address mode, 3 normalized coordinates, 4 the filter.
    const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(variable.getInitializer());
    if (integer == nullptr) return true;
    const std::uint64_t bits = integer->getZExtValue();
    static constexpr const char* modes[] = {
        "wrap", "clamp_to_border", "clamp_to_edge", "wrap", "mirror", "wrap", "wrap", "wrap"};
    std::string text = "{ ";
    for (int axis = 0; axis < 3; ++axis) text += "addr_mode_" + std::to_string(axis) + " = " + modes[bits & 7] + ", ";
    text += std::string("filter_mode = ") + ((bits >> 4 & 1) != 0 ? "linear" : "nearest");
    if ((bits & 8) == 0) text += ", force_unnormalized_coords = 1";
    out.initializer_text = text + " }";
    return true;
  }

  // ---- functions ---------------------------------------------------------------------------------

  void add_function(const llvm::Function& function, llvm::StringRef name, bool declaration,
                    const std::string& linkage) {
    const auto index = static_cast<std::uint32_t>(out_.functions.size());
    mir::Function& made = out_.functions.emplace_back();
    made.module = &out_;
    made.name = name.str();
    made.linkage = linkage;
    made.declaration = declaration;
    std::string why;
    if (!make_signature(function, view_, facts_, features_, made, why)) {
      failed_ = true;
      diag_.error(name.str(), why);
    }
    for (const Handle& handle : handles_)
      if (handle.function == &function && handle.parameter < made.params.size())
        opaque_parameter(made.params[handle.parameter], handle.kind);
    if (!declaration)
      bodies_.push_back({&function, function.arg_begin(), index, references_.body(number(function)).instructions});
    out_.items.push_back({mir::Item::Kind::function, index, {}});
  }

  static void opaque_parameter(mir::Variable& parameter, const std::string& kind) {
    parameter.ptr = false;
    parameter.ptr_space = mir::Space::none;
    parameter.ptr_align = 0;
    parameter.dims.clear();
    parameter.type = kind == "sampler"    ? mir::Type::samplerref
                     : kind == "rdoimage" ? mir::Type::texref
                                          : mir::Type::surfref;
  }

  // A function that is named before its definition in the module, in an initial value or in the body of an earlier
  // function, is declared first; aliases are, too.
  void declarations() {
    for (const llvm::Function& function : source_) {
      if (function.isIntrinsic()) continue;
      if (function.isDeclarationForLinker() ? used(function) : references_.named_early(number(function)))
        add_function(function, function.getName(), true, linkage_of(function));
    }
    for (const llvm::GlobalAlias& alias : source_.aliases())
      if (const llvm::Function* function = aliasee(alias))
        add_function(*function, alias.getName(), true, linkage_of(alias));
  }

  void definitions() {
    for (const llvm::Function& function : source_)
      if (!function.isDeclarationForLinker()) add_function(function, function.getName(), false, linkage_of(function));
  }

  const llvm::Function* aliasee(const llvm::GlobalAlias& alias) {
    const auto* function = llvm::dyn_cast<llvm::Function>(alias.getAliaseeObject());
    const std::string name = "alias '" + alias.getName().str() + "' ";
    if (features_.ptx < 63)
      error(name + "needs PTX 6.3");
    else if (function == nullptr || function->isDeclarationForLinker() || function->hasKernelCallingConv())
      error(name + "does not name a device function that is defined here; PTX has no other aliases");
    else if (function->isInterposable())
      error(name + "names the weak function '" + function->getName().str() + "', which PTX does not allow");
    else
      return function;
    return nullptr;
  }

  void aliases() {
    if (failed_) return;
    for (const llvm::GlobalAlias& alias : source_.aliases())
      out_.items.push_back(
          {mir::Item::Kind::alias, 0,
           ".alias " + alias.getName().str() + ", " + alias.getAliaseeObject()->getName().str() + ";"});
  }

  struct Handle {
    const llvm::GlobalValue* function;
    std::string kind;
    unsigned parameter;
  };

  const llvm::Module& source_;
  const References& references_;
  const llvm::DataLayout& layout_;
  const View view_;
  const TypeFacts facts_;
  const Features& features_;
  mir::Module& out_;
  std::vector<Body>& bodies_;
  Diag& diag_;
  bool failed_ = false;
  llvm::DenseMap<const llvm::GlobalValue*, Opaque> opaque_;
  llvm::DenseSet<const llvm::GlobalValue*> managed_;
  std::vector<Handle> handles_;
  llvm::DenseMap<const llvm::GlobalVariable*, unsigned> state_;  ///< 1 in work, 2 done
};

}  // namespace

bool build_module(const llvm::Module& module, const codegen::build::References& references, const Features& features,
                  mir::Module& out, std::vector<Body>& bodies, Diag& diag) {
  return ModuleBuilder(module, references, features, out, bodies, diag).run();
}
bool build_module(const llvm::Module& module, const Features& features, mir::Module& out, std::vector<Body>& bodies,
                  Diag& diag) {
  return build_module(module, References(module, words), features, out, bodies, diag);
}

}  // namespace lathe::nvptx
