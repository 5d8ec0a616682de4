#!/usr/bin/env python3
"""Lathe in other projects from its source, the headers alone: installed by the preset of that name, add_subdirectory, FetchContent, the port
for vcpkg and the recipe for Conan, whose steps are done here without either tool.

  from_source.py ROOT CXX
"""
import fnmatch
import importlib.util
import json
import pathlib
import re
import shutil
import sys
import tempfile
import types

sys.dont_write_bytecode = True
from consumers import by_cmake, by_pkg_config, expect, run  # noqa: E402

ROOT, CXX = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
# Whoever finds one of these has looked for it.
NOTHING = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("LLVM", "fmt", "CLI11", "nlohmann_json", "Boost", "doctest")]
SAID = "144"


def preset(scratch):
    """`cmake --preset headers` of a tree with nothing but what the headers are."""
    tree, prefix = scratch / "tree", scratch / "prefix"
    names = [p["name"] for p in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]]
    expect("presets for users", {"headers", "without-llvm", "everything"} <= set(names), names)
    tree.mkdir()
    for name in ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "CHANGELOG.md", "include", "adapters", "examples", "cmake"):
        (tree / name).symlink_to(ROOT / name)
    run("cmake", "--preset", "headers", f"-DCMAKE_CXX_COMPILER={CXX}", *NOTHING, cwd=tree)
    run("cmake", "--build", "--preset", "headers", cwd=tree)
    run("cmake", "--install", "build/headers", "--prefix", prefix, cwd=tree)
    expect("find_package", by_cmake("headers", prefix, scratch, *NOTHING) == SAID)
    said = by_pkg_config("lathe", [ROOT / "tests/consumer/project/headers.cpp"], next(prefix.rglob("lathe.pc")).parent, scratch, [CXX, "-std=c++20"])
    expect("pkg-config", said == SAID, said)
    expect("what is installed", not list(prefix.rglob("*.a")) and not (prefix / "include/lathe-rooms").exists(), list(prefix.iterdir()))
    # A toy machine's pressure, by the adapter and the family's header.
    (scratch / "adapter.cpp").write_text("#include <adapters/toy/machine.hpp>\n#include <adapters/toy/pressure.hpp>\nint main() {}\n")
    run(CXX, "-std=c++20", "-fsyntax-only", f"-I{prefix}/include", f"-I{prefix}/include/lathe-adapters", scratch / "adapter.cpp")


PART_OF = """cmake_minimum_required(VERSION 3.25)
project(whole LANGUAGES CXX)
enable_testing()
{how}
add_executable(whole {source})
target_link_libraries(whole PRIVATE lathe::lathe)
install(TARGETS whole)
get_directory_property(tests DIRECTORY "{root}" TESTS)
get_directory_property(targets DIRECTORY "{root}" BUILDSYSTEM_TARGETS)
message(STATUS "Lathe has the tests '${{tests}}' and the targets '${{targets}}'")
"""
HOW = {"add_subdirectory": 'add_subdirectory("{root}" lathe)',
       "FetchContent": 'include(FetchContent)\nFetchContent_Declare(lathe SOURCE_DIR "{root}")\nFetchContent_MakeAvailable(lathe)'}


def part_of(how, scratch):
    """Without a word about options, with all that is installed on this machine."""
    folder = scratch / how
    folder.mkdir()
    text = PART_OF.format(how=HOW[how].format(root=ROOT), source=ROOT / "tests/consumer/project/headers.cpp", root=ROOT)
    (folder / "CMakeLists.txt").write_text(text)
    said = run("cmake", "-S", folder, "-B", folder / "out", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={CXX}")
    found = re.search(r"Lathe has the tests '(.*)' and the targets '(.*)'", said)
    expect(f"{how}: tests and targets", found and not found[1] and set(found[2].split(";")) <= {"lathe", "lathe_warnings"}, said[-500:])
    cache = (folder / "out/CMakeCache.txt").read_text()
    expect(f"{how} looks for nothing", not re.search(r"^(LLVM|fmt|CLI11|doctest|Boost)_DIR", cache, re.M), "")
    run("cmake", "--build", folder / "out")
    expect(how, run(folder / "out/whole").strip() == SAID)
    run("cmake", "--install", folder / "out", "--prefix", folder / "installed")
    expect(f"{how}: nothing of Lathe is installed", [p.name for p in (folder / "installed").rglob("*") if p.is_file()] == ["whole"])


# What vcpkg's functions do, as far as the port asks for it.
VCPKG = """
function(vcpkg_cmake_configure)
  cmake_parse_arguments(V "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${V_SOURCE_PATH} -B ${BUILD} -G Ninja -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_CXX_COMPILER=${CXX}
                          ${V_OPTIONS} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(V "" "CONFIG_PATH" "" ${ARGN})
  file(GLOB files ${CURRENT_PACKAGES_DIR}/${V_CONFIG_PATH}/*.cmake)
  foreach(file ${files})
    file(READ ${file} text)
    string(REPLACE "/../../../" "/../../" text "${text}")  # one folder less above it
    get_filename_component(name ${file} NAME)
    file(WRITE ${CURRENT_PACKAGES_DIR}/share/lathe/${name} "${text}")
  endforeach()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(V "" "" "FILE_LIST" ${ARGN})
  configure_file(${V_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/lathe/copyright COPYONLY)
endfunction()
include(${PORT})
"""


def vcpkg(scratch):
    folder = scratch / "vcpkg"
    folder.mkdir()
    (folder / "steps.cmake").write_text(VCPKG)
    port, installed = ROOT / "packaging/vcpkg/lathe", folder / "installed"
    json.loads((port / "vcpkg.json").read_text())
    run("cmake", f"-DCURRENT_PACKAGES_DIR={installed}", f"-DBUILD={folder / 'out'}", f"-DCXX={CXX}", f"-DPORT={port / 'portfile.cmake'}", "-P", "steps.cmake", cwd=folder)
    expect("vcpkg: what there must not be", not (installed / "debug").exists() and not (installed / "lib/cmake").exists())
    expect("vcpkg: licence", (installed / "share/lathe/copyright").read_bytes() == (ROOT / "LICENSE").read_bytes())
    expect("vcpkg: find_package", by_cmake("headers", installed, folder, *NOTHING) == SAID)


def fake_conan(folder):
    """The parts of Conan that the recipe names, done by cmake."""
    class ConanFile:
        recipe_folder = str(folder / "recipe/packaging/conan")
        export_sources_folder = source_folder = str(folder / "sources")
        package_folder = str(folder / "package")
        build_folder = str(folder / "out")

    class CMakeToolchain:
        def __init__(self, conanfile):
            self.conanfile, self.cache_variables = conanfile, {}

        def generate(self):
            self.conanfile.variables = self.cache_variables

    class CMake:
        def __init__(self, conanfile):
            self.c = conanfile

        def configure(self):
            run("cmake", "-S", self.c.source_folder, "-B", self.c.build_folder, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={CXX}",
                *(f"-D{k}={v}" for k, v in self.c.variables.items()), *NOTHING)

        def install(self):
            run("cmake", "--install", self.c.build_folder, "--prefix", self.c.package_folder)

    def copy(_, pattern, source, to):
        source = pathlib.Path(source)
        for path in source.glob(pattern.split("/")[0]):
            for file in [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]:
                name = file.relative_to(source).as_posix()
                if fnmatch.fnmatch(name, pattern):
                    pathlib.Path(to, name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file, pathlib.Path(to, name))

    def load(_, path):
        return pathlib.Path(path).read_text()

    modules = {"conan": {"ConanFile": ConanFile}, "conan.tools": {}, "conan.tools.cmake": {"CMake": CMake, "CMakeToolchain": CMakeToolchain, "cmake_layout": lambda c: None},
               "conan.tools.files": {"copy": copy, "load": load}}
    for name, members in modules.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        sys.modules[name] = module


def conan(scratch):
    folder = scratch / "conan"
    (folder / "recipe/packaging").mkdir(parents=True)
    for name in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "include", "adapters", "examples", "cmake", "packaging/conan"):
        (folder / "recipe" / name).symlink_to(ROOT / name)
    fake_conan(folder)
    spec = importlib.util.spec_from_file_location("conanfile", ROOT / "packaging/conan/conanfile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.Lathe()
    recipe.info = recipe.cpp_info = types.SimpleNamespace(clear=lambda: None, set_property=lambda *_: None, builddirs=[])
    for step in ("set_version", "export_sources", "layout", "generate", "build", "package", "package_id", "package_info"):
        getattr(recipe, step)()
    expect("conan: version", re.search(rf"^project\(lathe VERSION {re.escape(recipe.version)} ", (ROOT / "CMakeLists.txt").read_text(), re.M), recipe.version)
    config = folder / "package" / recipe.cpp_info.builddirs[0] / "lathe-config.cmake"
    expect("conan: where CMake's files are", config.exists(), config)
    expect("conan: licence", (folder / "package/licenses/LICENSE").exists())
    expect("conan: find_package", by_cmake("headers", folder / "package", folder, *NOTHING) == SAID)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch).resolve()
        preset(scratch)
        for how in HOW:
            part_of(how, scratch)
        vcpkg(scratch)
        conan(scratch)
    print("preset headers, " + ", ".join(HOW) + ", vcpkg's port, Conan's recipe: the headers alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
