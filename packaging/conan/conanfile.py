"""Conan 2: the headers alone, from the tree that this recipe lies in: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

TREE = ["CMakeLists.txt", "LICENSE", "CHANGELOG.md", "include/*", "adapters/*", "examples/*", "cmake/*"]


class Lathe(ConanFile):
    name = "lathe"
    description = "Compiler back-end algorithms as C++20 headers"
    license = "Apache-2.0 WITH LLVM-exception"
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root(), "CMakeLists.txt"))
        self.version = re.search(r"^project\(lathe VERSION ([0-9.]+)", text, re.M).group(1)

    def export_sources(self):
        for pattern in TREE:
            copy(self, pattern, self._root(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def package_id(self):
        self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("NVPTX", "PROGRAM", "TESTS", "EXAMPLES"):
            toolchain.cache_variables[f"LATHE_{option}"] = "OFF"
        toolchain.generate()

    def build(self):
        CMake(self).configure()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package's own CMake files are used, as everywhere else.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "lathe"))
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
