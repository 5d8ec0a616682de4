// Bytes that wait on a disk: what was put comes back, from any thread, and what the disk refuses is told.
#include <doctest/doctest.h>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "nvptx/support/spill_file.hpp"

namespace {

using lathe::nvptx::SpillFile;

TEST_CASE("what several threads put comes back to all of them") {
  SpillFile file;
  std::string error;
  CHECK_FALSE(file.is_open());
  REQUIRE_MESSAGE(file.open("/tmp/a folder that is not there/nor this", error), error);
  CHECK(file.is_open());
  constexpr std::size_t count = 50;
  const auto text = [](std::size_t thread, std::size_t i) {
    return std::string(i * 37 % 5000, static_cast<char>('a' + thread));
  };
  std::vector<std::vector<SpillFile::Place>> places(4, std::vector<SpillFile::Place>(count));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < places.size(); ++t)
    threads.emplace_back([&, t] {
      std::string why;
      for (std::size_t i = 0; i < count; ++i) file.put(text(t, i), places[t][i], why);
    });
  for (std::thread& t : threads) t.join();
  for (std::size_t t = 0; t < places.size(); ++t)
    for (std::size_t i = 0; i < count; ++i) {
      std::string bytes = "before";
      REQUIRE_MESSAGE(file.get(places[t][i], bytes, error), error);
      CHECK(bytes == text(t, i));
    }
}

TEST_CASE("a disk that is full, and what was never there, are told") {
  SpillFile file;
  std::string error, bytes;
  REQUIRE_MESSAGE(file.open(std::filesystem::temp_directory_path().string(), error), error);
  SpillFile::Place place;
  REQUIRE(file.put("kept", place, error));
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto heard = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  SpillFile::Place lost;
  const bool took = file.put(std::string(10000, 'x'), lost, error);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, heard);
  CHECK_FALSE(took);
  CHECK(error.find("cannot write a temporary file") != std::string::npos);
  CHECK(file.get(place, bytes, error));
  CHECK(bytes == "kept");
  CHECK_FALSE(file.get({1 << 20, 10}, bytes, error));
  CHECK(error.find("cannot read a temporary file") != std::string::npos);
}

}  // namespace
