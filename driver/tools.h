// Finding and running other programs. Their output is caught and given back whole, so that two that run at a time do
// not mix theirs; an interrupt of the user's reaches them and then ends hydracc in an orderly way.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace hydra::driver {

struct Command {
    std::vector<std::string> words;                               // the program, looked up in PATH, and its arguments
    std::vector<std::pair<std::string, std::string>> environment; // set for it, over hydracc's own
};

// A word as a POSIX shell reads it back, quoted where it must be.
std::string shell_word(const std::string& word);
// The command as one would type it.
std::string shell_text(const Command& command);

// What a file holds; empty where it cannot be read.
std::string file_text(const std::string& path);

// The file that PATH gives for a program's name (which may hold a folder); empty where there is none.
std::string find_program(const std::string& name);

struct Finished {
    int status = 0;     // its exit status; 128 + N where signal N ended it; 127 where it could not be started
    std::string output; // what it wrote to standard output and standard error
};

// The signal that ended a call of run_all early (SIGINT, SIGTERM, SIGHUP).
struct Interrupted {
    int signal = 0;
};

// Runs the commands, at most `at_once` of them at a time, and gives their results in the same order. No further command
// is started after one that failed; those have status -1. Throws Interrupted once all that ran have ended.
std::vector<Finished> run_all(const std::vector<Command>& commands, unsigned at_once);

// A new folder under TMPDIR (or /tmp), removed with all that it holds at the end of the object's life.
class TemporaryFolder {
  public:
    TemporaryFolder(); // throws Failure (status 1) where none can be made
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

} // namespace hydra::driver
