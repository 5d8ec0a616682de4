// See copies.hpp.
#include "nvptx/driver/copies.hpp"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

#include "codegen/build/references.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/driver/input_size.hpp"
#include "nvptx/driver/module_target.hpp"
#include "nvptx/driver/quiet_bodies.hpp"
#include "nvptx/driver/quiet_functions.hpp"
#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/support/big_stack.hpp"

namespace lathe::nvptx {
namespace {

// Each copy costs memory, and the reading of what no thread can leave out. Code generation has its threads besides.
constexpr unsigned most_copies = 8;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// What a function's steps may read of the module besides the function: they must not change it.
struct SharedState {
  struct Variable {
    const llvm::GlobalVariable* variable;
    llvm::MaybeAlign align;
    const llvm::Constant* value;
    bool operator==(const Variable&) const = default;
  };
  std::vector<Variable> variables;
  std::vector<std::pair<const llvm::Function*, llvm::AttributeList>> functions;

  SharedState() = default;
  SharedState(const llvm::Module& module, const std::vector<llvm::Function*>& all) {
    for (const llvm::GlobalVariable& v : module.globals())
      variables.push_back({&v, v.getAlign(), v.hasInitializer() ? v.getInitializer() : nullptr});
    for (const llvm::Function* f : all) functions.emplace_back(f, f->getAttributes());
  }
  bool operator==(const SharedState&) const = default;
};

}  // namespace

/// One thread's.
struct Copies::Copy {
  llvm::LLVMContext context;
  Diag diag;
  CompileOptions options;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<const codegen::build::Globals> globals;
  std::vector<llvm::Function*> functions;  ///< by number
  SharedState before;
  double read_ms = 0;
  bool ready = false;    ///< the module's steps are done
  bool changed = false;  ///< a function's steps changed what others read
};

struct Copies::Function {
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  std::uint32_t copy = nobody;  ///< where it is prepared
  bool fault = false;           ///< of ours: nothing after it counts
  std::vector<Message> messages;
  codegen::build::BodyFacts facts;
};

/// What all copies of a module have in common once its steps are done, whatever bodies they left out.
struct Copies::Common {
  std::size_t functions = 0, variables = 0, messages = 0;
  bool apart = false;  ///< functions_are_apart
  bool operator==(const Common&) const = default;
};

/// What the threads share while they prepare.
struct Copies::Work {
  std::unique_ptr<const QuietBodies> text;  ///< its bodies, dealt to the copies; null where each reads all
  std::unique_ptr<QuietFunctions> bitcode;  ///< likewise
  bool in_parts() const { return text != nullptr || bitcode != nullptr; }
  std::mutex mutex;
  std::optional<Common> common;          ///< by who comes first
  std::vector<std::atomic<bool>> taken;  ///< functions, by number
  std::atomic<bool> incomplete = false;  ///< one thread must go on, and no copy has all bodies
};

Copies::Copies(std::string_view ir, const std::string& name, const CompileOptions& options)
    : ir_(ir), name_(name), given_(options) {}

Copies::~Copies() {
  // A module takes a while to take apart, too.
  if (copies_.size() < 2) return;
  try {
    run_on_big_stacks(static_cast<unsigned>(copies_.size()), [&](unsigned i) { copies_[i].reset(); });
  } catch (const std::exception&) {
    // No memory for threads: the members' destructors do it.
  }
}

const CompileOptions& Copies::options() const { return copies_[0]->options; }

std::string Copies::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  copies_[0]->module->print(stream, nullptr);
  return text;
}

/// Reads the input, or what of it this copy needs, and runs the module's steps. False after an error.
bool Copies::read(Copy& copy, unsigned index) const {
  const auto start = std::chrono::steady_clock::now();
  // Names of local values are nothing but work and memory where nobody sees them. The reader of text needs them.
  copy.context.setDiscardValueNames(is_bitcode(ir_) && given_.stop_after != "prepare");
  const std::string part = work_->text ? work_->text->text_for(index) : std::string();
  BodyReader bodies;
  if (work_->bitcode)
    bodies = {[&](llvm::Module& module) { return work_->bitcode->read(module, index); },
              [&](llvm::Module& module) { return work_->bitcode->known_valid(module, index); }};
  copy.module = read_module(work_->text ? part : ir_, name_, copy.context, copy.diag,
                            {given_.triple, given_.short_pointers}, bodies);
  copy.read_ms = milliseconds_since(start);
  if (!copy.module) return false;
  llvm::Module& module = *copy.module;
  if (work_->text) {
    const std::size_t own = work_->text->dealt_to(index);
    if (!has_what_was_dealt(module, own, work_->text->size() - own)) return false;
  }
  copy.options = given_;
  Features& features = copy.options.features;
  features.short_pointers = has_short_pointers(module);
  if (given_.module_target && !take_module_target(module, name_, features, copy.diag)) return false;
  raise_version(module, name_, given_.ptx_fixed, features, copy.diag);
  copy.options.prepare.verify_each |= given_.verify_each;
  return copy.ready = prepare_module(module, features, copy.options.prepare, copy.diag);
}

/// Is this what the others have, too? Nobody may touch what the threads share before it is known: were a body not quiet
/// after all, its copy could have other functions, or think that they are not apart.
bool Copies::agree(const Common& common) {
  const std::lock_guard lock(work_->mutex);
  if (work_->common) return common == *work_->common;
  functions_.resize(common.functions);
  work_->taken = std::vector<std::atomic<bool>>(common.functions);
  work_->common = common;  // last: where there was no memory for these, the next one must not think that they are there
  return true;
}

bool Copies::has_all_bodies(const Copy& copy) const {
  return !work_->in_parts() || std::ranges::none_of(*copy.module, is_elsewhere);
}

/// What a thread does. `alone`: it is the only one.
void Copies::fill(unsigned index, bool alone) {
  auto made = std::make_unique<Copy>();
  Copy& copy = *made;
  copies_[index] = std::move(made);
  if (!read(copy, index)) {
    if (work_->in_parts()) work_->incomplete = true;  // the messages are those of the whole text
    return;
  }
  llvm::Module& module = *copy.module;
  for (llvm::Function& f : module)
    if (!f.isIntrinsic()) copy.functions.push_back(&f);
  const Common common{copy.functions.size(), module.global_size(), copy.diag.messages().size(),
                      functions_are_apart(module) && module.debug_compile_units().empty()};
  if (!agree(common)) {
    work_->incomplete = true;
    return;
  }
  if (!alone && !common.apart) {
    if (index != 0 || !has_all_bodies(copy)) {
      if (index == 0) work_->incomplete = true;
      copy.functions.clear();
      copy.module.reset();
      return;
    }
    alone = true;
  }
  copy.globals = std::make_unique<codegen::build::Globals>(module, build::words);
  if (!alone) copy.before = SharedState(module, copy.functions);
  prepare_functions(copy, index, alone);
  copy.changed = !alone && SharedState(module, copy.functions) != copy.before;
}

/// Numbers of the functions whose bodies a copy has. In their order where there is but one; else the largest first, so
/// that no thread is left with one at the end.
std::vector<std::uint32_t> Copies::bodies(const Copy& copy, bool alone) const {
  std::vector<std::uint32_t> order;
  std::vector<unsigned> size(copy.functions.size());
  for (std::uint32_t i = 0; i < copy.functions.size(); ++i) {
    const llvm::Function& f = *copy.functions[i];
    if (f.isDeclaration() || (work_->in_parts() && is_elsewhere(f))) continue;
    order.push_back(i);
    if (!alone) size[i] = f.getInstructionCount();
  }
  std::ranges::stable_sort(order, [&](auto a, auto b) { return size[a] > size[b]; });
  return order;
}

/// Those that nobody else has taken.
void Copies::prepare_functions(Copy& copy, unsigned index, bool alone) {
  FunctionPreparation preparation(*copy.module, copy.options.features, copy.options.prepare, copy.diag);
  std::size_t told = copy.diag.messages().size();
  for (const std::uint32_t number : bodies(copy, alone)) {
    if (work_->taken[number].exchange(true)) continue;
    Function& function = functions_[number];
    llvm::Function& f = *copy.functions[number];
    function.copy = index;
    function.fault = !preparation.run(f);
    const std::vector<Message>& messages = copy.diag.messages();
    function.messages.assign(messages.begin() + static_cast<std::ptrdiff_t>(told), messages.end());
    told = messages.size();
    if (function.fault && alone) return;
    function.facts = codegen::build::facts_of(f, *copy.globals);
    f.arg_begin();  // made when they are first asked for, which must be now
  }
}

/// Does what the copies made hold as what one thread makes?
bool Copies::must_be_done_alone() const {
  if (work_->incomplete || std::ranges::any_of(copies_, [](const auto& copy) { return copy->changed; })) return true;
  // Nobody has a body that all think another has. It cannot be; as wrong code it would not be seen.
  const Copy& first = *copies_[0];
  for (std::size_t i = 0; i < first.functions.size(); ++i)
    if (!first.functions[i]->isDeclaration() && functions_[i].copy == Function::nobody) return work_->in_parts();
  return false;
}

/// The messages of one thread: of reading and the module's steps, then of the functions up to a fault of ours.
bool Copies::tell(Diag& diag) const {
  std::size_t of_functions = 0;
  for (const Function& function : functions_)
    if (function.copy == 0) of_functions += function.messages.size();
  const std::vector<Message>& first = copies_[0]->diag.messages();
  for (std::size_t i = 0; i + of_functions < first.size(); ++i) diag.add(first[i]);
  for (const Function& function : functions_) {
    for (const Message& message : function.messages) diag.add(message);
    if (function.fault) return false;
  }
  return copies_[0]->ready && !diag.failed();
}

bool Copies::prepare(unsigned threads, Diag& diag, CompileStats& stats) {
  const auto start = std::chrono::steady_clock::now();
  const auto run = [&](unsigned count) {
    functions_.clear();
    copies_.clear();
    copies_.resize(count);
    work_ = std::make_unique<Work>();
    if (count == 1) {
      fill(0, true);
      return;
    }
    make_quiet_tables();
    make_recipe_tables();
    if (is_bitcode(ir_)) {
      work_->bitcode = std::make_unique<QuietFunctions>(body_lengths(ir_), count);
    } else {
      auto text = std::make_unique<const QuietBodies>(ir_, count);
      if (!text->empty()) work_->text = std::move(text);
    }
    run_on_big_stacks(count, [&](unsigned i) { fill(i, false); });
  };
  const unsigned count = std::clamp(threads, 1U, most_copies);
  run(count);
  // A step that improved a variable for one function has improved it for those after it, too: only in this order.
  if (count > 1 && must_be_done_alone()) run(1);
  stats.copies =
      static_cast<unsigned>(std::ranges::count_if(copies_, [](const auto& c) { return c->globals != nullptr; }));
  stats.read_ms = copies_[0]->read_ms;
  stats.prepare_ms = milliseconds_since(start) - stats.read_ms;
  return tell(diag);
}

bool Copies::build(mir::Module& out, std::vector<Body>& bodies, Diag& diag) {
  std::vector<codegen::build::BodyFacts> facts;
  facts.reserve(functions_.size());
  for (Function& function : functions_) facts.push_back(std::move(function.facts));
  const Copy& first = *copies_[0];
  references_ = std::make_unique<codegen::build::References>(*first.module, *first.globals, std::move(facts));
  if (!build_module(*first.module, *references_, first.options.features, out, bodies, diag)) return false;
  for (Body& body : bodies) {
    const std::uint32_t number = first.globals->number(body.source);
    body.view = functions_[number].copy;
    const llvm::Function& source = *copies_[body.view]->functions[number];
    body.source = &source;
    body.arguments = source.arg_begin();
  }
  return true;
}

void Copies::forget(const Body& body) {
  for (const auto& copy : copies_) {
    const auto at = std::ranges::find(copy->functions, body.source);
    if (at == copy->functions.end()) continue;
    llvm::Function& f = **at;
    if (std::ranges::any_of(f, [](const llvm::BasicBlock& block) { return block.hasAddressTaken(); })) return;
    for (llvm::BasicBlock& block : f) block.dropAllReferences();
    while (!f.empty()) f.begin()->eraseFromParent();
    if (body.instructions >= 20'000) ::malloc_trim(0);
    return;
  }
}

const llvm::Module& Copies::module() const { return *copies_[0]->module; }

std::vector<build::View> Copies::views(const std::shared_ptr<const debug::Plan>& debug) const {
  std::vector<build::View> views;
  views.reserve(copies_.size());
  for (const auto& copy : copies_)
    if (copy->globals) views.emplace_back(*copy->module, *copy->globals, *references_, debug);
  return views;
}

}  // namespace lathe::nvptx
