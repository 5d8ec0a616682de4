// The combiner's tables of rules, which all runs of all threads share and the first run makes otherwise.
#pragma once

namespace lathe::codegen {

/// Makes them: before threads are started, so that none waits for another, and that tools which look for races see an
/// order between the making and the reading.
void make_combine_tables();

}  // namespace lathe::codegen
