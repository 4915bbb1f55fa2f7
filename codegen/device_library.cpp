// One table for the functions that have other names, or none, on a device; the mathematical functions that all share
// are a plain list. OpenCL's are overloaded: the types of the arguments choose between float and double.
#include "codegen/device_library.h"

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/dialect.h"

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
};
const std::map<std::string_view, Spelling> others{
    {"isnan", {"isnan", "isnan"}},
    {"isinf", {"isinf", "isinf"}},
    {"isfinite", {"isfinite", "isfinite"}},
    {"isnormal", {"isnormal", ""}},
    {"signbit", {"signbit", "signbit"}},
    {"nearbyint", {"rint", "nearbyint"}},
    {"nearbyintf", {"rint", "nearbyintf"}},
    {"scalbn", {"ldexp", "scalbn"}},
    {"scalbnf", {"ldexp", "scalbnf"}},
    {"lround", {"((long)round({0}))", "lround"}},
    {"lroundf", {"((long)round({0}))", "lroundf"}},
    {"llround", {"((long)round({0}))", "llround"}},
    {"llroundf", {"((long)round({0}))", "llroundf"}},
    {"lrint", {"((long)rint({0}))", "lrint"}},
    {"lrintf", {"((long)rint({0}))", "lrintf"}},
    {"llrint", {"((long)rint({0}))", "llrint"}},
    {"llrintf", {"((long)rint({0}))", "llrintf"}},
    {"exp10f", {"exp10", "exp10f"}},
    {"abs", {"((int)abs({0}))", "abs"}},
    {"labs", {"((long)abs({0}))", "labs"}},
    {"llabs", {"((long)abs({0}))", "llabs"}},
    {"expect", {"({0})", "({0})"}},
    {"popcount", {"((int)popcount({0}))", "__popc({0})"}},
    {"popcountl", {"((int)popcount({0}))", "__popcll({0})"}},
    {"popcountll", {"((int)popcount({0}))", "__popcll({0})"}},
    {"clz", {"((int)clz({0}))", "__clz((int)({0}))"}},
    {"clzl", {"((int)clz({0}))", "__clzll((long long)({0}))"}},
    {"clzll", {"((int)clz({0}))", "__clzll((long long)({0}))"}},
    {"inff", {"INFINITY", "__int_as_float(0x7f800000)"}},
    {"huge_valf", {"INFINITY", "__int_as_float(0x7f800000)"}},
    {"inf", {"((double)INFINITY)", "__longlong_as_double(0x7ff0000000000000LL)"}},
    {"huge_val", {"((double)INFINITY)", "__longlong_as_double(0x7ff0000000000000LL)"}},
    {"nanf", {"as_float(0x7fc00000)", "__int_as_float(0x7fc00000)"}},
    {"nan", {"as_double(0x7ff8000000000000L)", "__longlong_as_double(0x7ff8000000000000LL)"}},
};

std::string_view plain(std::string_view name) {
    constexpr std::string_view builtin = "__builtin_";
    return name.starts_with(builtin) ? name.substr(builtin.size()) : name;
}

bool is_mathematical(std::string_view name) {
    return mathematical.contains(name) ||
           (name.ends_with('f') && mathematical.contains(name.substr(0, name.size() - 1)));
}

std::string filled(std::string_view pattern, const std::vector<std::string>& args) {
    std::string text;
    for (std::size_t pos = 0; pos < pattern.size(); pos++) {
        if (pattern[pos] == '{') {
            text += args.at(static_cast<std::size_t>(pattern[pos + 1] - '0'));
            pos += 2;
        } else {
            text += pattern[pos];
        }
    }
    return text;
}

} // namespace

bool is_approximate(std::string_view name) {
    name = plain(name);
    if (!is_mathematical(name)) {
        return false;
    }
    return !exact.contains(mathematical.contains(name) ? name : name.substr(0, name.size() - 1));
}

std::optional<std::string> device_call(Target target, std::string_view name, const std::vector<std::string>& args) {
    name = plain(name);
    const bool opencl = target == Target::opencl;
    std::string called;
    if (const auto found = others.find(name); found != others.end()) {
        const auto spelling = opencl ? found->second.opencl : found->second.cuda;
        if (spelling.empty()) {
            return std::nullopt;
        }
        if (args.empty() || spelling.find_first_of("{(") != std::string_view::npos) {
            return filled(spelling, args);
        }
        called = spelling;
    } else if (is_mathematical(name)) {
        const bool is_float = !mathematical.contains(name);
        const auto base = is_float ? name.substr(0, name.size() - 1) : name;
        if (is_float && !exact.contains(base)) {
            std::string text = "HYDRA_FLOAT" + std::to_string(args.size()) + "(" + std::string(base);
            for (const auto& arg : args) {
                text += ", " + arg;
            }
            return text + ")";
        }
        called = opencl ? base : name;
    } else {
        return std::nullopt;
    }
    std::string list;
    for (const auto& arg : args) {
        list += (list.empty() ? "" : ", ") + arg;
    }
    return called + "(" + list + ")";
}

namespace {

// The window that an address of the host's lies in says where on the device it is. One that lies in none is not null
// here either; nobody may look behind it, and who does is stopped.
std::string windows_text(Target target) {
    const auto& dialect = dialect_of(target);
    std::string choices;
    for (int window = 0; window < window_count; window++) {
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

} // namespace

std::string device_library_text(Target target, const std::string& kernels) {
    std::string text;
    for (const auto& [name, params, wide, narrow] :
         {std::array<std::string, 4>{"HYDRA_FLOAT1", "f, x", "f((double)(x))", "f(x)"},
          std::array<std::string, 4>{"HYDRA_FLOAT2", "f, x, y", "f((double)(x), (double)(y))", "f(x, y)"}}) {
        if (kernels.find(name + "(") == std::string::npos) {
            continue;
        }
        const std::string define = "#define " + name + "(" + params + ") ";
        text += target == Target::opencl ? "#ifdef cl_khr_fp64\n" + define + "((float)" + wide + ")\n#else\n" + define +
                                               narrow + "\n#endif\n"
                                         : define + "((float)" + wide + ")\n";
    }
    if (!text.empty()) {
        text = "/* Float functions as C libraries compute them: in double, then rounded. */\n" + text + "\n";
    }
    if (kernels.find(page_function) != std::string::npos) {
        text += pages_text(target);
    }
    return kernels.find(follow_function) == std::string::npos ? text : text + windows_text(target);
}

const ir::Call* bytes_call(const ir::Program& program, const ir::ExprStmt& stmt) {
    const auto* expr = stmt.expr ? ir::strip(stmt.expr.get()) : nullptr;
    const auto* cast = expr != nullptr ? expr->as<ir::Cast>() : nullptr;
    expr = cast != nullptr && cast->to->kind == ir::TypeKind::Void ? ir::strip(cast->operand.get()) : expr;
    const auto* call = expr != nullptr ? expr->as<ir::Call>() : nullptr;
    const auto* function = call != nullptr ? ir::called_function(*call) : nullptr;
    if (function == nullptr || call->args.size() != 3 || ir::find_definition(program, function) != nullptr) {
        return nullptr;
    }
    const auto name = plain(function->name);
    return name == "memcpy" || name == "memset" ? call : nullptr;
}

bool is_device_function(Target target, std::string_view name) {
    if (is_mathematical(name)) {
        return target == Target::cuda || mathematical.contains(name);
    }
    const auto found = others.find(name);
    return found != others.end() || name == "popcount" || name == "clz";
}

} // namespace hydra::codegen
