// Whether there is anything to translate: a program without directives is compiled as it stands.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hydra::driver {

struct Activity {
    bool is_active = false; // a directive that is input, or one that looks like HYDRA's
    // The first line of OpenMP's or OpenACC's where those are not input: "prog.c:12".
    std::string ignored;
};

// Of what the preprocessor printed.
Activity activity_of(std::string_view preprocessed, bool openmp, bool openacc);

// The note for Activity::ignored.
std::string ignored_note(const std::string& at);

} // namespace hydra::driver
