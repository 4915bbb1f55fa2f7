// The folder of generated sources that -S and --save-temps write. Only files that hydracc wrote itself are replaced: a
// list in the folder (.hydracc) holds the names with a hash of each content, so a file of the user's, or one that the
// user changed, is found and kept. All checks come before the first change.
#pragma once
#include <string>
#include <vector>

#include "codegen/edit/emit.h"

namespace hydra::driver {

// Makes the folder hold exactly these files, beside whatever else is there; a file that has its content already is not
// touched. Throws Failure (status 1) naming the file that is in the way or cannot be written.
void write_folder(const std::string& folder, const std::vector<codegen::GeneratedFile>& files);

// Where an executable is to be written: checks at once that this is possible, and moves the finished file into place.
class OutputFile {
  public:
    explicit OutputFile(std::string path); // throws Failure (status 1)
    ~OutputFile();                         // removes what has not been committed
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    // The file to write to.
    [[nodiscard]] const std::string& temporary() const { return temporary_; }
    void commit(); // throws Failure (status 1)

  private:
    std::string path_;
    std::string temporary_;
    bool discard_ = false; // a device like /dev/null: nothing is put in its place
};

} // namespace hydra::driver
