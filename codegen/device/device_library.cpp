// One table for the functions that have other names, or none, on a device; the mathematical functions that all share
// are a plain list. OpenCL's are overloaded: the types of the arguments choose between float and double.
#include "codegen/device/device_library.h"

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/device/dialect.h"

namespace hydra::codegen {

namespace {

// Of double; with an f behind the name, of float.
const std::set<std::string_view> mathematical{
    "acos",  "acosh", "asin", "asinh",     "atan",  "atan2",     "atanh",  "cbrt",   "ceil",   "copysign",
    "cos",   "cosh",  "erf",  "erfc",      "exp",   "exp2",      "expm1",  "fabs",   "fdim",   "floor",
    "fma",   "fmax",  "fmin", "fmod",      "hypot", "ldexp",     "ilogb",  "lgamma", "log",    "log10",
    "log1p", "log2",  "logb", "nextafter", "pow",   "remainder", "frexp",  "modf",   "remquo", "rint",
    "round", "sin",   "sinh", "sqrt",      "tan",   "tanh",      "tgamma", "trunc",  "exp10"};

// Those whose results are always the same on all machines. Of the others, C libraries compute the float versions in
// double, so that nearly all results are the nearest float; devices do not, unless they are told to.
const std::set<std::string_view> exact{"ceil",      "copysign",  "fabs",   "fdim",  "floor", "fma",  "frexp",
                                       "fmax",      "fmin",      "fmod",   "ldexp", "ilogb", "logb", "modf",
                                       "nextafter", "remainder", "remquo", "rint",  "round", "sqrt", "trunc"};

// {0}, {1}: the arguments. A text without braces: a name.
struct Spelling {
    std::string_view opencl, cuda;
    std::string_view argument =
        {}; // the type of the first one where the name begins with __builtin_: no declaration says
};
constexpr std::string_view whole = "unsigned int", long_whole = "unsigned long";
const std::map<std::string_view, Spelling> others{
    {"isnan", {"isnan", "isnan"}},
    {"isinf", {"isinf", "isinf"}},
    {"isinf_sign", {"hydra_infinite_sign({0})", "hydra_infinite_sign({0})"}},
    {"isfinite", {"isfinite", "isfinite"}},
    {"isnormal", {"isnormal", "hydra_normal({0}, sizeof({0}) == 4)"}},
    {"fpclassify",
     {"hydra_class({0}, {1}, {2}, {3}, {4}, {5}, sizeof({5}) == 4)",
      "hydra_class({0}, {1}, {2}, {3}, {4}, {5}, sizeof({5}) == 4)"}},
    {"signbit", {"signbit", "signbit"}},
    {"isgreater", {"((int)(({0}) > ({1})))", "((int)(({0}) > ({1})))"}},
    {"isgreaterequal", {"((int)(({0}) >= ({1})))", "((int)(({0}) >= ({1})))"}},
    {"isless", {"((int)(({0}) < ({1})))", "((int)(({0}) < ({1})))"}},
    {"islessequal", {"((int)(({0}) <= ({1})))", "((int)(({0}) <= ({1})))"}},
    {"islessgreater", {"hydra_less_greater({0}, {1})", "hydra_less_greater({0}, {1})"}},
    {"isunordered", {"hydra_unordered({0}, {1})", "hydra_unordered({0}, {1})"}},
    {"nearbyint", {"rint", "nearbyint", "double"}},
    {"nearbyintf", {"rint", "nearbyintf", "float"}},
    {"scalbn", {"ldexp", "scalbn", "double"}},
    {"scalbnf", {"ldexp", "scalbnf", "float"}},
    {"scalbln", {"ldexp({0}, (int)clamp((long)({1}), -9999L, 9999L))", "scalbln", "double"}},
    {"scalblnf", {"ldexp({0}, (int)clamp((long)({1}), -9999L, 9999L))", "scalblnf", "float"}},
    {"lround", {"((long)round({0}))", "lround", "double"}},
    {"lroundf", {"((long)round({0}))", "lroundf", "float"}},
    {"llround", {"((long)round({0}))", "llround", "double"}},
    {"llroundf", {"((long)round({0}))", "llroundf", "float"}},
    {"lrint", {"((long)rint({0}))", "lrint", "double"}},
    {"lrintf", {"((long)rint({0}))", "lrintf", "float"}},
    {"llrint", {"((long)rint({0}))", "llrint", "double"}},
    {"llrintf", {"((long)rint({0}))", "llrintf", "float"}},
    {"exp10f", {"exp10", "exp10f", "float"}},
    {"abs", {"((int)abs({0}))", "abs", "int"}},
    {"labs", {"((long)abs({0}))", "labs", "long"}},
    {"llabs", {"((long)abs({0}))", "llabs", "long"}},
    {"expect", {"({0})", "({0})", "long"}},
    {"popcount", {"((int)popcount({0}))", "__popc({0})", whole}},
    {"popcountl", {"((int)popcount({0}))", "__popcll({0})", long_whole}},
    {"popcountll", {"((int)popcount({0}))", "__popcll({0})", long_whole}},
    {"parity", {"((int)(popcount({0}) & 1))", "(__popc({0}) & 1)", whole}},
    {"parityl", {"((int)(popcount({0}) & 1))", "(__popcll({0}) & 1)", long_whole}},
    {"parityll", {"((int)(popcount({0}) & 1))", "(__popcll({0}) & 1)", long_whole}},
    {"clz", {"((int)clz({0}))", "__clz((int)({0}))", whole}},
    {"clzl", {"((int)clz({0}))", "__clzll((long long)({0}))", long_whole}},
    {"clzll", {"((int)clz({0}))", "__clzll((long long)({0}))", long_whole}},
    {"ctz", {"hydra_trailing({0})", "hydra_trailing({0})", whole}},
    {"ctzl", {"hydra_trailing({0})", "hydra_trailing({0})", long_whole}},
    {"ctzll", {"hydra_trailing({0})", "hydra_trailing({0})", long_whole}},
    {"bswap16", {"hydra_swap2({0})", "hydra_swap2({0})", "unsigned short"}},
    {"bswap32", {"hydra_swap4({0})", "hydra_swap4({0})", whole}},
    {"bswap64", {"hydra_swap8({0})", "hydra_swap8({0})", long_whole}},
    {"inff", {"INFINITY", "__int_as_float(0x7f800000)"}},
    {"huge_valf", {"INFINITY", "__int_as_float(0x7f800000)"}},
    {"inf", {"((double)INFINITY)", "__longlong_as_double(0x7ff0000000000000LL)"}},
    {"huge_val", {"((double)INFINITY)", "__longlong_as_double(0x7ff0000000000000LL)"}},
    {"nanf", {"as_float(0x7fc00000)", "__int_as_float(0x7fc00000)"}},
    {"nan", {"as_double(0x7ff8000000000000L)", "__longlong_as_double(0x7ff8000000000000LL)"}},
    // Of hydra_cmaps.h: what runs, not what hydracc reads.
    {"hydra_cyc", {"hydra_cyc({0}, {1})", "hydra_cyc({0}, {1})"}},
    {"hydra_turn", {"hydra_cyc({0}, {1})", "hydra_cyc({0}, {1})"}},
    {"hydra_inside", {"hydra_inside({0}, {1})", "hydra_inside({0}, {1})"}},
    {"hydra_rt_opaque", {"((long)({0}))", "((long)({0}))"}},
};

// Functions that calls above name, each with those it calls in front: what they return, their name, the rest. Where a
// device has no double, all numbers are floats. narrow: the number was a float before.
struct Helper {
    std::string_view result, name, rest;
};
constexpr std::array<Helper, 11> helpers{
    {{"int", "hydra_unordered", "(hydra_wide x, hydra_wide y)\n{\n    return x != x || y != y;\n}\n"},
     {"int", "hydra_less_greater", "(hydra_wide x, hydra_wide y)\n{\n    return x < y || x > y;\n}\n"},
     {"int", "hydra_infinite_sign",
      "(hydra_wide x)\n{\n    return x > HYDRA_MOST ? 1 : x < -HYDRA_MOST ? -1 : 0;\n}\n"},
     {"int", "hydra_normal",
      "(hydra_wide x, int narrow)\n{\n    const hydra_wide size = x < 0 ? -x : x;\n"
      "    return size >= (narrow ? 1.17549435e-38f : HYDRA_LEAST) && size <= HYDRA_MOST;\n}\n"},
     {"int", "hydra_class",
      "(int nan_, int infinite, int normal, int subnormal, int zero, hydra_wide x, int narrow)\n{\n"
      "    const hydra_wide size = x < 0 ? -x : x;\n    if (size != size) {\n        return nan_;\n    }\n"
      "    return size > HYDRA_MOST ? infinite : size == 0 ? zero\n"
      "         : size < (narrow ? 1.17549435e-38f : HYDRA_LEAST) ? subnormal : normal;\n}\n"},
     {"int", "hydra_trailing", ""},
     {"unsigned short", "hydra_swap2", "(unsigned short x)\n{\n    return (unsigned short)(x << 8 | x >> 8);\n}\n"},
     {"unsigned int", "hydra_swap4",
      "(unsigned int x)\n{\n    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;\n}\n"},
     {"unsigned long", "hydra_swap8",
      "(unsigned long x)\n{\n    const unsigned int low = (unsigned int)x, high = (unsigned int)(x >> 32);\n"
      "    return (unsigned long)(low << 24 | (low & 0xff00u) << 8 | (low >> 8 & 0xff00u) | low >> 24) << 32 |\n"
      "           (high << 24 | (high & 0xff00u) << 8 | (high >> 8 & 0xff00u) | high >> 24);\n}\n"},
     {"long", "hydra_cyc",
      "(long e, long n)\n{\n    if (e >= 0 && e < n) {\n        return e;\n    }\n"
      "    e %= n;\n    return e < 0 ? e + n : e;\n}\n"},
     {"int", "hydra_inside", "(long e, long n)\n{\n    return 0 <= e && e < n;\n}\n"}}};

constexpr std::string_view builtin = "__builtin_";

std::string_view unprefixed(std::string_view name) {
    return name.starts_with(builtin) ? name.substr(builtin.size()) : name;
}

bool is_mathematical(std::string_view name) {
    return mathematical.contains(name) ||
           (name.ends_with('f') && mathematical.contains(name.substr(0, name.size() - 1)));
}

std::string filled(std::string_view pattern, const std::vector<std::string>& args) {
    std::string text;
    for (std::size_t pos = 0; pos < pattern.size(); ++pos) {
        if (pattern[pos] == '{') {
            text += args.at(static_cast<std::size_t>(pattern[pos + 1] - '0'));
            pos += 2;
        } else {
            text += pattern[pos];
        }
    }
    return text;
}

// The arguments of a __builtin_ function, as ones of the types that its parameters have.
std::vector<std::string> declared_arguments(std::string_view name, const std::vector<std::string>& args) {
    auto texts = args;
    const auto as = [&texts](std::size_t index, std::string_view type) {
        if (index < texts.size() && !type.empty())
            texts[index] = fmt::format("({})({})", type, texts[index]);
    };
    if (const auto found = others.find(name); found != others.end()) {
        as(0, found->second.argument);
        if (name.starts_with("scalbn"))
            as(1, "int");
    } else if (is_mathematical(name)) {
        const auto base = mathematical.contains(name) ? name : name.substr(0, name.size() - 1);
        const bool points = base == "frexp" || base == "modf" || base == "remquo";
        for (std::size_t index = 0; index + (points ? 1 : 0) < texts.size(); ++index)
            as(index, base == "ldexp" && index == 1 ? "int" : base == name ? "double" : "float");
    }
    return texts;
}

} // namespace

bool is_approximate(std::string_view name) {
    name = unprefixed(name);
    if (!is_mathematical(name))
        return false;
    return !exact.contains(mathematical.contains(name) ? name : name.substr(0, name.size() - 1));
}

std::optional<std::string> device_call(Target target, std::string_view name, const std::vector<std::string>& given) {
    const auto args = name.starts_with(builtin) ? declared_arguments(unprefixed(name), given) : given;
    name = unprefixed(name);
    const bool opencl = target == Target::opencl;
    std::string called;
    if (const auto found = others.find(name); found != others.end()) {
        const auto spelling = opencl ? found->second.opencl : found->second.cuda;
        if (spelling.empty())
            return std::nullopt;
        if (args.empty() || spelling.find_first_of("{(") != std::string_view::npos)
            return filled(spelling, args);
        called = spelling;
    } else if (is_mathematical(name)) {
        const bool is_float = !mathematical.contains(name);
        const auto base = is_float ? name.substr(0, name.size() - 1) : name;
        if (is_float && !exact.contains(base)) {
            std::string text = "HYDRA_FLOAT" + std::to_string(args.size()) + "(" + std::string(base);
            for (const auto& arg : args)
                text += ", " + arg;
            return text + ")";
        }
        called = opencl ? base : name;
    } else {
        return std::nullopt;
    }
    std::string list;
    for (const auto& arg : args)
        list += (list.empty() ? "" : ", ") + arg;
    return called + "(" + list + ")";
}

namespace {

// The window that an address of the host's lies in says where on the device it is. One that lies in none is not null
// here either; nobody may look behind it, and who does is stopped.
std::string windows_text(Target target) {
    const auto& dialect = dialect_of(target);
    std::string choices;
    for (int window = 0; window < window_count; ++window) {
        choices += fmt::format("    if (p >= rows.first[{0}] && p < rows.last[{0}]) {{\n"
                               "        return rows.to[{0}] + (long)(p - rows.start[{0}]);\n    }}\n",
                               window);
    }
    return fmt::format("/* Where the host's addresses lie on the device. */\n"
                       "{0} {{\n    {1}char *to[{2}];\n    unsigned long start[{2}], first[{2}], last[{2}];\n}};\n\n"
                       "{3}{1}char *{4}(const {0} rows, unsigned long p)\n{{\n{5}"
                       "    return p == 0 ? ({1}char *)0 : ({1}char *)8UL;\n}}\n\n",
                       windows_type, dialect.global, window_count, dialect.function, follow_function, choices);
}

std::string pages_text(Target target) {
    const auto& dialect = dialect_of(target);
    return fmt::format("/* Where what lies in pages is on the device. */\n"
                       "{0} {{\n    {1}char *start;\n    {1}const long *moved;\n    long shift;\n}};\n\n"
                       "{2}{1}char *{3}(const {0} pages, {1}char *at)\n{{\n"
                       "    return at + pages.moved[((unsigned long)at - (unsigned long)pages.start) >> "
                       "pages.shift];\n}}\n\n",
                       pages_type, dialect.global, dialect.function, page_function);
}

// The helpers that the kernels call.
std::string helpers_text(Target target, const std::string& kernels) {
    std::string text;
    for (const auto& helper : helpers) {
        if (kernels.find(std::string(helper.name) + "(") == std::string::npos)
            continue;
        auto rest = std::string(helper.rest);
        if (rest.empty()) {
            rest = fmt::format("(unsigned long x)\n{{\n    return 63 - (int){}(x & (0 - x)));\n}}\n",
                               target == Target::opencl ? "clz(" : "__clzll((long long)");
        }
        text += fmt::format("{}{} {}{}\n", dialect_of(target).function, helper.result, helper.name, rest);
    }
    if (text.find("hydra_wide") != std::string::npos) {
        const std::string wide = "typedef double hydra_wide;\n#define HYDRA_LEAST 2.2250738585072014e-308\n"
                                 "#define HYDRA_MOST 1.7976931348623157e308\n";
        const std::string narrow = "typedef float hydra_wide;\n#define HYDRA_LEAST 1.17549435e-38f\n"
                                   "#define HYDRA_MOST 3.40282347e38f\n";
        text.insert(
            0,
            (target == Target::opencl ? "#ifdef cl_khr_fp64\n" + wide + "#else\n" + narrow + "#endif\n" : wide) + "\n");
    }
    return text.empty() ? text : "/* What C has and devices do not. */\n" + text;
}

} // namespace

std::string device_library_text(Target target, const std::string& kernels) {
    std::string text;
    for (const auto& [name, params, wide, narrow] :
         {std::array<std::string, 4>{"HYDRA_FLOAT1", "f, x", "f((double)(x))", "f(x)"},
          std::array<std::string, 4>{"HYDRA_FLOAT2", "f, x, y", "f((double)(x), (double)(y))", "f(x, y)"}}) {
        if (kernels.find(name + "(") == std::string::npos)
            continue;
        const std::string define = "#define " + name + "(" + params + ") ";
        text += target == Target::opencl ? "#ifdef cl_khr_fp64\n" + define + "((float)" + wide + ")\n#else\n" + define +
                                               narrow + "\n#endif\n"
                                         : define + "((float)" + wide + ")\n";
    }
    if (!text.empty())
        text = "/* Float functions are computed in double, then rounded. */\n" + text + "\n";
    text += helpers_text(target, kernels);
    if (kernels.find(page_function) != std::string::npos)
        text += pages_text(target);
    return kernels.find(follow_function) == std::string::npos ? text : text + windows_text(target);
}

const ir::Call* bytes_call(const ir::Program& program, const ir::ExprStmt& stmt) {
    const auto* expr = stmt.expr ? ir::strip(stmt.expr.get()) : nullptr;
    const auto* cast = expr != nullptr ? expr->as<ir::Cast>() : nullptr;
    expr = cast != nullptr && cast->to->kind == ir::TypeKind::Void ? ir::strip(cast->operand.get()) : expr;
    const auto* call = expr != nullptr ? expr->as<ir::Call>() : nullptr;
    const auto* function = call != nullptr ? ir::called_function(*call) : nullptr;
    if (function == nullptr || call->args.size() != 3 || ir::find_definition(program, function) != nullptr)
        return nullptr;
    const auto name = unprefixed(function->name);
    return name == "memcpy" || name == "memset" ? call : nullptr;
}

bool is_device_function(Target target, std::string_view name) {
    if (is_mathematical(name))
        return target == Target::cuda || mathematical.contains(name);
    const auto found = others.find(name);
    return found != others.end() || name == "popcount" || name == "clz";
}

} // namespace hydra::codegen
