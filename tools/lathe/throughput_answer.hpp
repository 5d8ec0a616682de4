// What commands share about the model of time: what `lathe run --profile=FILE.json` counted, by function and line of PTX,
// and the answer as data.
#pragma once

#include <map>
#include <string>

#include "nvptx/views/throughput.hpp"
#include "tools/lathe/json.hpp"

namespace lathe::nvptx::cli {

/// By function: what a launch did at each line of its PTX.
using Profiled = std::map<std::string, decltype(MirThroughputOptions::lines)>;

/// Reads the file and says what is wrong with it in `error`; `document`: as it is, where it is wanted.
bool read_profile(const std::string& path, Profiled& out, std::string& error, Json* document = nullptr);

/// The answer as data: cycles, bound, units and blocks.
Json throughput_json(const flow::throughput::Problem& p, const flow::throughput::Result& r);

}  // namespace lathe::nvptx::cli
