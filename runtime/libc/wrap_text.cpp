// strtok and strtok_r, which go on in a text that only the C library remembers: before they do, it is brought together,
// since no site can name it.
#include "runtime/launch/runtime.h"
#include "runtime/process/process.h"

extern "C" {

char* __real_strtok_r(char* text, const char* between, char** rest);

static void meet(const char* text) {
    if (text == nullptr || !hydra::rt::allocates_in_step())
        return;
    hydra::rt::Runtime& runtime = *hydra::rt::process_runtime();
    if (runtime.is_alone())
        return;
    if (hydra::rt::Allocation* known = runtime.registry().find(text)) {
        runtime.bring_together(*known, "strtok");
        ++known->version;
    }
}

char* __wrap_strtok_r(char* text, const char* between, char** rest) {
    if (text == nullptr)
        meet(*rest);
    return __real_strtok_r(text, between, rest);
}

char* __wrap___strtok_r(char* text, const char* between, char** rest) { return __wrap_strtok_r(text, between, rest); }

char* __wrap_strtok(char* text, const char* between) {
    static char* rest = nullptr;
    return __wrap_strtok_r(text, between, &rest);
}

} // extern "C"
