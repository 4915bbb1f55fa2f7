// What hydracc leaves behind when it fails by its own fault: a folder with the command line and the preprocessed
// inputs, and a message that asks for a report. It also works from a signal's handler, so a crash is no different from
// an exception: everything is made ready beforehand, and writing it needs system calls only.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace hydra::driver {

class CrashReport {
  public:
    explicit CrashReport(const std::vector<std::string>& arguments);
    ~CrashReport();
    CrashReport(const CrashReport&) = delete;
    CrashReport& operator=(const CrashReport&) = delete;

    // The text must live as long as the report.
    void add_input(const std::string& path, const std::string& text);
    // Prints the message for the fault `what` on standard error and writes the folder.
    void write(const char* what) const noexcept;

  private:
    struct File {
        std::string path;
        const char* text;
        std::size_t size;
    };
    std::string folder_;
    std::string command_;
    std::vector<File> files_;
};

} // namespace hydra::driver
