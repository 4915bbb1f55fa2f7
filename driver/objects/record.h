// What an object of `hydracc -c` carries of its source, so that a link can translate it: everything that the analysis
// reads and that generated code is compiled with, in a section that neither loads nor is linked.
//
// A record is "hydracc:" and 16 hexadecimal digits, the number of bytes that follow; these are fields, each behind its
// length in the same form. `ld -r` lays records one behind the other, perhaps with zeros between them.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"

namespace hydra::driver {

constexpr const char* record_section = ".hydra";

struct SourceRecord {
    std::string version;                      // of the hydracc that made it
    std::string folder;                       // where the command ran, absolute
    std::string path;                         // of the source, as typed
    std::vector<std::string> arguments;       // of the command, without what it read from the environment
    std::set<std::string> defines;            // external names, that the object has
    std::string text;                         // preprocessed, as `cc -E -dD` prints it, macros in pragmas expanded
    std::map<std::string, std::string> files; // the source and the headers that are not the system's, by their paths in
                                              // `text`, with their texts
    bool is_active = false;                   // it has directives that are input
    // Not written:
    Options options;                          // what `arguments` say
    std::map<std::string, std::string> typed; // the paths that the compilation had, where a link has others in `files`
};

std::string record_bytes(const SourceRecord& record);

// The records of a section. origin: the object's name, for messages. Throws Failure (status 1) where they cannot be
// read, or where another version has made them.
std::vector<std::shared_ptr<SourceRecord>> read_records(std::string_view section, const std::string& origin);

} // namespace hydra::driver
