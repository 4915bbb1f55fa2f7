// Sorted by what they return; the floating ones follow the letter at their end, as in math.h.
#include "frontend/sema/builtins.h"

#include <algorithm>
#include <array>

namespace hydra::frontend {

namespace {

template <std::size_t N> bool in(const std::array<std::string_view, N>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

constexpr std::array<std::string_view, 65> floating = {
    "huge_val", "inf",    "nan",       "nans",   "fabs",  "copysign",  "floor",       "ceil",      "round",
    "trunc",    "rint",   "nearbyint", "sqrt",   "cbrt",  "pow",       "exp",         "exp2",      "expm1",
    "log",      "log2",   "log10",     "log1p",  "sin",   "cos",       "tan",         "asin",      "acos",
    "atan",     "atan2",  "sinh",      "cosh",   "tanh",  "asinh",     "acosh",       "atanh",     "fmin",
    "fmax",     "fmod",   "fma",       "hypot",  "erf",   "erfc",      "tgamma",      "lgamma",    "ldexp",
    "powi",     "fdim",   "remainder", "remquo", "drem",  "frexp",     "modf",        "nextafter", "nexttoward",
    "logb",     "scalbn", "scalbln",   "exp10",  "pow10", "roundeven", "significand", "j0",        "j1",
    "y0",       "y1"};
constexpr std::array<std::string_view, 20> pointers = {"alloca",
                                                       "alloca_with_align",
                                                       "return_address",
                                                       "frame_address",
                                                       "assume_aligned",
                                                       "memcpy",
                                                       "memset",
                                                       "memmove",
                                                       "malloc",
                                                       "calloc",
                                                       "realloc",
                                                       "memchr",
                                                       "extract_return_addr",
                                                       "apply_args",
                                                       "apply",
                                                       "mempcpy",
                                                       "thread_pointer",
                                                       "__memcpy_chk",
                                                       "__memset_chk",
                                                       "__memmove_chk"};
constexpr std::array<std::string_view, 12> strings = {"strchr",  "strrchr", "strstr",  "strcpy", "strncpy", "strcat",
                                                      "strncat", "strdup",  "strpbrk", "stpcpy", "index",   "rindex"};
constexpr std::array<std::string_view, 15> voids = {"va_start",      "va_end",      "va_copy", "unreachable", "trap",
                                                    "prefetch",      "abort",       "exit",    "free",        "return",
                                                    "__clear_cache", "unwind_init", "longjmp", "cpu_init",    "bzero"};
constexpr std::array<std::string_view, 5> unsigned_longs = {"strlen", "object_size", "dynamic_object_size", "strspn",
                                                            "strcspn"};

struct Precision {
    int size = 0; // 0 float, 1 double, 2 long double
    bool complex = false;
};

// Of a floating type; whole numbers count as double. Nothing for other types.
std::optional<Precision> precision(ir::TypeRef type) {
    switch (type->kind) {
    case ir::TypeKind::Float:
        return Precision{0, false};
    case ir::TypeKind::LongDouble:
        return Precision{2, false};
    case ir::TypeKind::ComplexFloat:
        return Precision{0, true};
    case ir::TypeKind::ComplexDouble:
        return Precision{1, true};
    case ir::TypeKind::ComplexLongDouble:
        return Precision{2, true};
    default:
        return type->kind == ir::TypeKind::Double || type->is_integer() ? std::optional(Precision{1, false})
                                                                        : std::nullopt;
    }
}

} // namespace

std::optional<std::size_t> type_generic_choice(const std::vector<ir::TypeRef>& types, std::size_t count) {
    if (count < 2)
        return std::nullopt;
    const auto parameters = [&](std::size_t function) -> const std::vector<ir::TypeRef>& {
        return types[function]->inner->params;
    };
    Precision wanted;
    std::size_t generic = 0; // a parameter whose type tells the functions apart
    for (std::size_t i = 0; i < parameters(0).size() && count + i < types.size(); ++i) {
        if (parameters(1).size() <= i || parameters(0)[i]->unqualified == parameters(1)[i]->unqualified)
            continue;
        const auto given = precision(types[count + i]);
        if (!given)
            continue; // `double *iptr` goes with the others
        generic = i;
        wanted = {std::max(wanted.size, given->size), wanted.complex || given->complex};
    }
    const auto find = [&](bool complex) -> std::optional<std::size_t> {
        for (std::size_t function = 0; function < count; ++function) {
            if (parameters(function).size() <= generic)
                continue;
            const auto has = precision(parameters(function)[generic]);
            if (has && has->size == wanted.size && has->complex == complex)
                return function;
        }
        return std::nullopt;
    };
    const auto found = find(wanted.complex);
    return found ? found : find(true); // carg of a real number
}

BuiltinResult builtin_result(std::string_view name) {
    if (name.substr(0, 7) == "__sync_" || name.substr(0, 9) == "__atomic_") {
        auto has = [&](const char* part) { return name.find(part) != std::string_view::npos; };
        if (has("store") || has("clear") || has("fence") || has("synchronize") || has("release") ||
            name == "__atomic_load" || name == "__atomic_exchange")
            return BuiltinResult::void_;
        if (has("bool_") || name == "__atomic_compare_exchange_n" || name == "__atomic_compare_exchange" ||
            has("test_and_set") || has("lock_free"))
            return has("lock_test_and_set") ? BuiltinResult::pointee : BuiltinResult::bool_;
        return BuiltinResult::pointee;
    }
    if (name.substr(0, 10) != "__builtin_")
        return BuiltinResult::none;
    name.remove_prefix(10);
    if (name == "expect" || name == "expect_with_probability" || name == "labs" || name == "llabs" ||
        name.starts_with("lround") || name.starts_with("llround") || name.starts_with("lrint") ||
        name.starts_with("llrint"))
        return BuiltinResult::long_;
    if (name == "bswap64" || in(unsigned_longs, name))
        return BuiltinResult::unsigned_long;
    if (name == "bswap32")
        return BuiltinResult::unsigned_;
    if (name == "bswap16")
        return BuiltinResult::unsigned_short;
    if (in(voids, name))
        return BuiltinResult::void_;
    if (in(pointers, name) || in(strings, name))
        return BuiltinResult::void_pointer;
    if (name == "complex" || name == "shuffle" || name == "shufflevector" || name == "convertvector" ||
        name == "choose_expr")
        return BuiltinResult::first_argument;
    if (in(floating, name))
        return BuiltinResult::double_;
    if (!name.empty() && in(floating, name.substr(0, name.size() - 1))) {
        if (name.back() == 'f')
            return BuiltinResult::float_;
        if (name.back() == 'l')
            return BuiltinResult::long_double;
    }
    return BuiltinResult::int_;
}

} // namespace hydra::frontend
