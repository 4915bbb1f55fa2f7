// The page's style and program: the files of web/, which the build puts into the binary.
#pragma once

namespace hydra::driver {

extern const char* const page_style;
extern const char* const page_script;

} // namespace hydra::driver
