// Records of sources, seen from where a link runs.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>

#include "driver/objects/record.h"

namespace hydra::driver {

class Unpacking {
  public:
    // The record with paths as they are from here. A file that another record has with another text (it has changed
    // since), and a source that is compiled a second time, get paths of their own, with the object's name.
    std::shared_ptr<const SourceRecord> here(const SourceRecord& record, const std::string& object);

  private:
    std::map<std::string, std::string> known_; // texts by path
    std::set<std::string> sources_;            // paths of the records' own
};

// Lays the files of a record below a folder, each at its absolute path, and gives the place of a path of the record's
// command line there: "-I include" stands for folder/home/user/project/include. What is below /usr stays where it is.
void lay_out(const SourceRecord& record, const std::string& folder);
std::string laid_out(const SourceRecord& record, const std::string& folder, const std::string& path);

} // namespace hydra::driver
