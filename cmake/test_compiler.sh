#!/bin/sh
# A compilation that CMake meant for g++, by clang: what is compiled at -O0 and once, as tests are, takes it half to two thirds of the time.
#   test_compiler.sh CLANG LAUNCHER G++ ARGUMENTS...      LAUNCHER: ccache, or - for none
clang=$1
launcher=$2
shift 3
[ "$launcher" != - ] || launcher=
header= output= last= object= with=
for argument do
  shift
  [ "$last" != -o ] || output=$argument
  [ "$last" != -include ] || with=$argument
  last=$argument
  case $argument in
    -fpch-preprocess | --param=*) ;;
    # It names its folder, so a cache that folders share must not hand it on.
    c++-header) launcher= header=yes && set -- "$@" "$argument" ;;
    */pch_object.cpp) object=yes && set -- "$@" "$argument" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
# CMake includes the header that it makes, so clang would make it of what stands there from before, and then refuse it.
# Files alone: who measures a compilation names /dev/null, and root may remove that.
[ -z "$header" ] || [ ! -f "$output" ] || rm -f "$output"
# The functions of a precompiled header that was made with -fpch-codegen: those who use it have none of their own.
[ -z "$object" ] || [ -z "$with" ] || exec "$clang" -O0 -c "$with.gch" -o "$output"
# A precompiled header without its time is the same again, so ccache knows what was made with it. doctest counts by
# __COUNTER__, which clang 22 calls an extension; libstdc++ 12 asks its own deprecated buffer.
exec $launcher "$clang" -Xclang -fno-pch-timestamp "$@" -Wno-unknown-warning-option -Wno-c2y-extensions -Wno-deprecated-declarations
