// The table of effects; math functions are listed by their double names and found with the suffixes f and l.
#include "passes/library.h"

#include <map>
#include <set>

namespace hydra::passes {

namespace {

using Kind = LibraryEffect::Kind;

const std::set<std::string_view> math = {
    "acos",      "asin",   "atan",    "atan2",     "cos",  "sin",   "tan",    "cosh",   "sinh",      "tanh",
    "acosh",     "asinh",  "atanh",   "exp",       "exp2", "expm1", "log",    "log2",   "log10",     "log1p",
    "logb",      "ilogb",  "pow",     "sqrt",      "cbrt", "hypot", "fabs",   "ceil",   "floor",     "trunc",
    "round",     "lround", "llround", "nearbyint", "rint", "lrint", "llrint", "fmod",   "remainder", "copysign",
    "nextafter", "fdim",   "fmax",    "fmin",      "fma",  "erf",   "erfc",   "tgamma", "ldexp",     "scalbn",
    "scalbln",   "j0",     "j1",      "y0",        "y1",   "cabs",  "carg",   "creal",  "cimag",     "conj",
    "cexp",      "clog",   "cpow",    "csqrt",     "csin", "ccos"};

const std::map<std::string_view, Kind> others = {{"abs", Kind::pure},
                                                 {"labs", Kind::pure},
                                                 {"llabs", Kind::pure},
                                                 {"isnan", Kind::pure},
                                                 {"isinf", Kind::pure},
                                                 {"isalpha", Kind::pure},
                                                 {"isdigit", Kind::pure},
                                                 {"isalnum", Kind::pure},
                                                 {"isspace", Kind::pure},
                                                 {"isupper", Kind::pure},
                                                 {"islower", Kind::pure},
                                                 {"ispunct", Kind::pure},
                                                 {"isprint", Kind::pure},
                                                 {"isxdigit", Kind::pure},
                                                 {"toupper", Kind::pure},
                                                 {"tolower", Kind::pure},
                                                 {"div", Kind::pure},
                                                 {"ldiv", Kind::pure},
                                                 {"__ctype_b_loc", Kind::pure},
                                                 {"__errno_location", Kind::pure},
                                                 {"malloc", Kind::fresh},
                                                 {"calloc", Kind::fresh},
                                                 {"realloc", Kind::fresh},
                                                 {"free", Kind::fresh},
                                                 {"exit", Kind::ends},
                                                 {"_Exit", Kind::ends},
                                                 {"abort", Kind::ends},
                                                 {"__assert_fail", Kind::ends},
                                                 {"__assert", Kind::ends},
                                                 {"__builtin_unreachable", Kind::ends},
                                                 {"__builtin_trap", Kind::ends},
                                                 {"printf", Kind::output},
                                                 {"fprintf", Kind::output},
                                                 {"puts", Kind::output},
                                                 {"fputs", Kind::output},
                                                 {"putchar", Kind::output},
                                                 {"putc", Kind::output},
                                                 {"fputc", Kind::output},
                                                 {"fwrite", Kind::output},
                                                 {"fflush", Kind::output},
                                                 {"perror", Kind::output},
                                                 {"setbuf", Kind::output},
                                                 {"setvbuf", Kind::output},
                                                 {"vprintf", Kind::output},
                                                 {"vfprintf", Kind::output},
                                                 {"strlen", Kind::reads},
                                                 {"strcmp", Kind::reads},
                                                 {"strncmp", Kind::reads},
                                                 {"strchr", Kind::reads},
                                                 {"strrchr", Kind::reads},
                                                 {"strstr", Kind::reads},
                                                 {"strspn", Kind::reads},
                                                 {"strcspn", Kind::reads},
                                                 {"memcmp", Kind::reads},
                                                 {"memchr", Kind::reads},
                                                 {"atoi", Kind::reads},
                                                 {"atol", Kind::reads},
                                                 {"atoll", Kind::reads},
                                                 {"strtol", Kind::reads},
                                                 {"strtoul", Kind::reads},
                                                 {"strtoll", Kind::reads},
                                                 {"strtoull", Kind::reads},
                                                 {"strtod", Kind::reads},
                                                 {"strtof", Kind::reads},
                                                 {"strcasecmp", Kind::reads},
                                                 {"strncasecmp", Kind::reads},
                                                 {"strpbrk", Kind::reads},
                                                 {"atof", Kind::reads},
                                                 {"sprintf", Kind::writes},
                                                 {"snprintf", Kind::writes},
                                                 {"strcpy", Kind::writes},
                                                 {"strncpy", Kind::writes},
                                                 {"strcat", Kind::writes},
                                                 {"strncat", Kind::writes},
                                                 {"memcpy", Kind::copies},
                                                 {"memmove", Kind::copies},
                                                 {"memset", Kind::copies}};

} // namespace

const LibraryEffect* library_effect(std::string_view name) {
    static const LibraryEffect effects[] = {{Kind::pure},  {Kind::fresh},  {Kind::ends},  {Kind::output},
                                            {Kind::reads}, {Kind::writes}, {Kind::copies}};
    if (name.starts_with("__builtin_") && name != "__builtin_unreachable" && name != "__builtin_trap")
        name.remove_prefix(10);
    if (const auto found = others.find(name); found != others.end())
        return &effects[static_cast<int>(found->second)];
    const bool suffixed = !name.empty() && (name.back() == 'f' || name.back() == 'l');
    if (math.contains(name) || (suffixed && math.contains(name.substr(0, name.size() - 1))))
        return &effects[static_cast<int>(Kind::pure)];
    // glibc's classification functions behind isnan() and its kin
    static const std::set<std::string_view> internal = {
        "huge_val",  "inf",       "nan",           "nanf",           "inff",         "fpclassify", "isfinite",
        "isnormal",  "signbit",   "isinf_sign",    "expect",         "__fpclassify", "__signbit",  "__isnan",
        "__isinf",   "__finite",  "__fpclassifyf", "__signbitf",     "__isnanf",     "__isinff",   "__finitef",
        "isgreater", "isless",    "islessequal",   "isgreaterequal", "isunordered",  "popcount",   "clz",
        "ctz",       "popcountl", "clzl",          "ctzl",           "popcountll",   "clzll",      "ctzll"};
    return internal.contains(name) ? &effects[static_cast<int>(Kind::pure)] : nullptr;
}

} // namespace hydra::passes
