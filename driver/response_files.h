// `@FILE` on a command line stands for the words in FILE, where there is such a file, as in the compilers.
#pragma once
#include <string>
#include <vector>

namespace hydra::driver {

// The words with those of files in their places; files may name files.
std::vector<std::string> with_response_files(const std::vector<std::string>& words, int depth = 0);

} // namespace hydra::driver
