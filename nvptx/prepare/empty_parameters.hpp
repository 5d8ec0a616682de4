// A module step of `prepare` with a file of its own. Private to nvptx/prepare.
#pragma once

namespace lathe::nvptx {

struct StepContext;
/// Takes parameters and arguments without bytes off functions, kernels and calls.
void drop_empty_parameters(StepContext& context);

}  // namespace lathe::nvptx
