#!/bin/sh
# A compilation that CMake meant for g++, by clang: what is compiled at -O0 and once, as tests are, takes it half to two thirds of the time.
#   test_compiler.sh CLANG LAUNCHER G++ ARGUMENTS...      LAUNCHER: ccache, or - for none
clang=$1
launcher=$2
shift 3
[ "$launcher" != - ] || launcher=
for argument do
  shift
  case $argument in
    -fpch-preprocess | --param=*) ;;
    # It names its folder, so a cache that folders share must not hand it on.
    c++-header) launcher= && set -- "$@" "$argument" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
# A precompiled header without its time is the same again, so ccache knows what was made with it. doctest counts by
# __COUNTER__, which clang 22 calls an extension; libstdc++ 12 asks its own deprecated buffer.
exec $launcher "$clang" -Xclang -fno-pch-timestamp "$@" -Wno-unknown-warning-option -Wno-c2y-extensions -Wno-deprecated-declarations
