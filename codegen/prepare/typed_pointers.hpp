// LLVM IR text from before pointers were opaque (LLVM 3.7 to 14): `i8 addrspace(1)*` becomes `ptr addrspace(1)`.
//
// In the language of that text a star follows a type and stands nowhere else but in strings and comments, so the types
// need no table: a star takes the place of the type that ends before it. What such a pointer pointed to is written where
// an attribute needs it now: `%T* byval %p` becomes `ptr byval(%T) %p`.
#pragma once

#include <string>
#include <string_view>

namespace lathe::codegen {

/// The text with opaque pointers: the same lines, so that what is said of a line holds of the old one. Empty when it has
/// no typed pointer, or when a star follows what is no type. O(length of the text and of the types that are pointed to).
std::string with_opaque_pointers(std::string_view ir);

}  // namespace lathe::codegen
