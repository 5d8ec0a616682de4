// LLVM IR text with typed pointers, rewritten. Random modules beside LLVM 14's own reader: tests/library/nvvm.py.
#include "codegen/prepare/typed_pointers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using lathe::codegen::with_opaque_pointers;

TEST_CASE("a star takes the place of the type before it") {
  const std::pair<const char*, const char*> cases[] = {
      {"i8*", "ptr"},
      {"i8 addrspace(3)*", "ptr addrspace(3)"},
      {"i8 addrspace(0)*", "ptr"},
      {"i8**", "ptr"},
      {"i8 addrspace(1)* addrspace(3)*", "ptr addrspace(3)"},
      {"i8* addrspace(3)*", "ptr addrspace(3)"},
      {"i8 addrspace(3)**", "ptr"},
      {"[4 x i8*]", "[4 x ptr]"},
      {"[4 x i8*]*", "ptr"},
      {"<{ i8*, <2 x i32*> }>*", "ptr"},
      {"{ i32, { i8* }* }", "{ i32, ptr }"},
      {"%\"a b*\"*", "ptr"},
      {"%s.1*", "ptr"},
      {"void (i8*, ...)*", "ptr"},
      {"i32 (i8*, ...) @printf(i8* %f)", "i32 (ptr, ...) @printf(ptr %f)"},
      {"i8* (i8*)* (i32)*", "ptr"},
      {"void (i32) addrspace(1)*", "ptr addrspace(1)"},
      {"c\"a*b\" i8* ; *\n!\"*\"", "c\"a*b\" ptr ; *\n!\"*\""},
      {"load float, float* %p", "load float, ptr %p"},
      {"%T* byval align 8 %p", "ptr byval(%T) align 8 %p"},
      {"%T* byval(%T) %p", "ptr byval(%T) %p"},
      {"i8* nocapture, { i32*, i8 }* sret", "ptr nocapture, ptr sret({ ptr, i8 })"},
      {"void ({ i32*, i8 }* noalias sret %r)", "void (ptr noalias sret({ ptr, i8 }) %r)"},
  };
  for (const auto& [typed, opaque] : cases) {
    CAPTURE(typed);
    CHECK(with_opaque_pointers(typed) == std::string(opaque));
  }
}

TEST_CASE("what has no typed pointer, or is no IR, gives nothing") {
  for (const char* text :
       {"", "i8", "; i8*", "c\"i8*\"", "*", "= *", "( * )", ") *", "] *", "define void @f(ptr %p) {", "i32 + *"}) {
    CAPTURE(text);
    CHECK(with_opaque_pointers(text).empty());
  }
}

TEST_CASE("lines stay where they were") {
  const std::string made = with_opaque_pointers("a\n{ i8 ; one\n, i32 }\n* b\nc i8* d\n");
  CHECK(std::ranges::count(made, '\n') == 5);
  CHECK(made.find("c ptr d\n") == made.size() - 8);
  CHECK(made.substr(0, 2) == "a\n");
}
