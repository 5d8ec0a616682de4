// The names of the code generator that knows no target, said here without its namespace.
#pragma once

namespace lathe::codegen {}
namespace lathe::nvptx {
using namespace codegen;
}
