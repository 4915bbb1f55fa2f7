// See json.h.
#include "runtime/base/json.h"

#include <cstdio>

namespace hydra::rt {

std::string quoted(std::string_view plain) {
    std::string out = "\"";
    for (char c : plain) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            out += code;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string decimal(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6f", value);
    for (char& c : digits)
        if (c == ',')
            c = '.';
    return digits;
}

} // namespace hydra::rt
