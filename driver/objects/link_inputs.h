// The object files of a link: which are part of the program, and which of them carry their source.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "driver/objects/object_files.h"
#include "driver/options.h"

namespace hydra::driver {

class LinkInputs {
  public:
    // Reads the files on the command line, and archives that -l finds in a folder of -L. Throws Failure (status 1).
    explicit LinkInputs(const Options& options);

    // An object of the program's, in front of all others.
    void add(const std::string& object);

    [[nodiscard]] bool carry_records() const;
    // Whether what the linker would take has directives.
    [[nodiscard]] bool are_active(const Options& options);

    // The options of a program whose sources are those of the records. What carries none stays in Options::handed;
    // folder: where archives are made of those members of others.
    [[nodiscard]] Options program(const Options& options, const std::string& folder);

    // Calls `f` with the path of each file, and gives Options::handed of the options with what it returns in their
    // places.
    [[nodiscard]] std::vector<Handed> with_files(const Options& options,
                                                 const std::function<std::string(const std::string&)>& f) const;

    // Of all objects.
    [[nodiscard]] std::set<std::string> defined() const { return names(&ObjectFile::defined); }
    [[nodiscard]] std::set<std::string> undefined() const { return names(&ObjectFile::undefined); }

  private:
    struct File {
        std::size_t handed = 0; // its place in Options::handed
        std::string path;
        bool is_archive = false, is_shared = false;
        std::vector<ObjectFile> objects;
        std::vector<bool> taken; // by object
    };
    [[nodiscard]] std::set<std::string> names(std::set<std::string> ObjectFile::*kind) const;
    void read(std::size_t handed, const std::string& path);
    void take(const Options& options);
    void take_object(File& file, std::size_t at);
    // Members that are wanted, again and again, until none is.
    void take_members(const std::vector<File*>& archives);

    std::vector<File> files_;                // in the order of the command line
    std::set<std::string> wanted_, defined_; // while take() goes through them
};

} // namespace hydra::driver
