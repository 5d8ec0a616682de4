// See thinlto_outline.hpp.
#include "tools/lathe/llvm/thinlto_outline.hpp"

#include <algorithm>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/outline_modules.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/support/big_stack.hpp"

namespace lathe::nvptx::cli {
namespace {

/// The module of a text that this program wrote. False and an error text.
bool read(OutlineModule& from, const SpillFile& spill, mir::Module& module) {
  std::string text;
  Diag diag;
  if (!spill.get(from.place, text, from.error)) return false;
  if (!mir::parse(text, from.name, module, diag)) {
    from.error = "internal fault: its PTX cannot be read";
    return false;
  }
  const auto in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (mir::Function& f : module.functions) {
    f.for_size = in(from.small, f.name);
    f.no_outline = in(from.kept, f.name);
  }
  return true;
}

}  // namespace

void outline_modules(std::span<OutlineModule> modules, const PassOptions& options, const Features& features,
                     unsigned threads, SpillFile& spill, const OutlineFinish& finish) {
  outline::Published all;
  if (!options.knobs.disable_global_outlining) {
    std::vector<outline::Published> published(modules.size());
    share_out(modules.size(), threads, [&](std::size_t m) {
      mir::Module module;
      if (read(modules[m], spill, module)) published[m] = publish_sequences(module, options);
    });
    all = outline::merge(published);
    // What one module alone has, its own outliner sees better.
    std::erase_if(all, [](const outline::PublishedSequence& s) { return s.modules < 2; });
  }
  share_out(modules.size(), threads, [&](std::size_t m) {
    OutlineModule& mine = modules[m];
    mir::Module module;
    if (!mine.error.empty() || !read(mine, spill, module)) return;
    std::vector<std::string> faults;
    PassReport report;
    if (!all.empty()) outline_shared(module, all, options, faults, options.remarks ? &report.remarks : nullptr);
    run_module_passes(module, features, options, faults, &report);
    mine.remarks = std::move(report.remarks);
    if (!faults.empty()) mine.error = "internal fault: " + faults[0];
    std::string text = mir::print(module);
    if (mine.error.empty()) finish(text, mine.error);
    if (mine.error.empty()) spill.put(text, mine.place, mine.error);
  });
}

}  // namespace lathe::nvptx::cli
