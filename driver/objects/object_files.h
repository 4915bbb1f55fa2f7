// Object files and archives as a link sees them: names that they define and want, and what `hydracc -c` has left in
// them.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "driver/objects/record.h"

namespace hydra::driver {

struct ObjectFile {
    std::string name;                // "solver.o"; of an archive's member "libsolver.a(solver.o)"
    std::set<std::string> defined;   // external names
    std::set<std::string> undefined; // external names that others define
    std::set<std::string> wanted;    // of these, those for which the linker takes members of archives: not weak ones
    std::set<std::string> common;    // of the defined ones, those that an archive's member may still define
    std::vector<std::shared_ptr<SourceRecord>> records;
    std::string bytes; // of an archive's member: the whole of it
};

// The object, or the members of the archive. Nothing where the file is neither, or cannot be read: the linker says so.
// Throws Failure (status 1) for records that cannot be read.
std::vector<ObjectFile> read_object_files(const std::string& path);

bool is_archive(const std::string& path);

} // namespace hydra::driver
