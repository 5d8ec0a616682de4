#!/bin/sh
# In a bare Debian, as root: the packages in FOLDER are installed by apt, used as a user would, and removed.  installed.sh FOLDER CONSUMER
set -eu
folder=$(cd "$1" && pwd) consumer=$(cd "$2" && pwd)
export DEBIAN_FRONTEND=noninteractive
quietly() { "$@" >/tmp/said 2>&1 || { cat /tmp/said; exit 1; }; }
expect() { [ "$2" = "$3" ] || { echo "$1: '$2', expected '$3'"; exit 1; }; }
quietly apt-get update
# What they need comes with them, and nothing else.
quietly apt-get install -y --no-install-recommends "$folder"/lathe_*.deb
cd "$(mktemp -d)"
printf 'define ptx_kernel void @k(ptr %%p) {\n  store i32 7, ptr %%p\n  ret void\n}\n' >k.ll
expect "lathe run" "$(lathe run k.ll --arg out:i32:1:-)" 7
quietly lathe compile k.ll -o k.ptx
quietly apt-get install -y --no-install-recommends "$folder"/*.deb g++ cmake ninja-build pkg-config
quietly lathe compile --optimize k.ll -o k.ptx
cc /usr/share/lathe/examples/c/compile.c $(pkg-config --cflags --libs liblathe) -o compile
./compile >said && grep -q '0 2 4 6' said
for part in headers library; do
  quietly cmake -S "$consumer" -B $part -G Ninja -DPART=$part -DEXAMPLE=/usr/share/lathe/examples/c/compile.c
  quietly cmake --build $part
  $part/$part >$part.said
done
expect headers "$(cat headers.said)" 144
ldd /usr/lib/lathe/lathe-clang.so | grep -q 'not found' && { ldd /usr/lib/lathe/lathe-clang.so; exit 1; }
quietly apt-get remove -y lathe liblathe0 liblathe-dev lathe-adapters lathe-clang
left=$(find /usr/bin /usr/lib /usr/include /usr/share -name '*lathe*')
expect "what is left" "$left" ""
echo "installed, used and removed on Debian $(cat /etc/debian_version)"
