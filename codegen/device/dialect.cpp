// The words of OpenCL C 1.2 and CUDA C++, and which of the user's names they take.
#include "codegen/device/dialect.h"

#include <array>
#include <set>

#include <fmt/format.h>

#include "codegen/device/device_library.h"

namespace hydra::codegen {

namespace {

const Dialect opencl_c{.target = Target::opencl,
                       .kernel = "__kernel void",
                       .function = "",
                       .global = "__global ",
                       .constant = "__constant ",
                       .number = "(long)get_global_id(0)",
                       .separate_memories = true};
const Dialect cuda_cpp{.target = Target::cuda,
                       .kernel = "__global__ void",
                       .function = "__device__ ",
                       .global = "",
                       .constant = "__constant__ const ",
                       .number = "(long)blockIdx.x * blockDim.x + threadIdx.x",
                       .separate_memories = false};

using Words = std::set<std::string, std::less<>>;

// Macros that are there without any #include.
Words predefined_macros() {
    Words words{"NAN",      "INFINITY",  "MAXFLOAT",  "HUGE_VAL",    "HUGE_VALF", "CHAR_BIT",
                "CHAR_MAX", "CHAR_MIN",  "SCHAR_MAX", "SCHAR_MIN",   "UCHAR_MAX", "SHRT_MAX",
                "SHRT_MIN", "USHRT_MAX", "INT_MAX",   "INT_MIN",     "UINT_MAX",  "LONG_MAX",
                "LONG_MIN", "ULONG_MAX", "FP_ILOGB0", "FP_ILOGBNAN", "NULL",      "FLT_EVAL_METHOD"};
    for (const char* type : {"FLT_", "DBL_", "HALF_"})
        for (const char* what :
             {"DIG", "MANT_DIG", "MAX_10_EXP", "MAX_EXP", "MIN_10_EXP", "MIN_EXP", "RADIX", "MAX", "MIN", "EPSILON"})
            words.insert(std::string(type) + what);
    for (const char* number : {"M_E", "M_LOG2E", "M_LOG10E", "M_LN2", "M_LN10", "M_PI", "M_PI_2", "M_PI_4", "M_1_PI",
                               "M_2_PI", "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2"})
        for (const char* width : {"", "_F", "_H"})
            words.insert(number + std::string(width));
    return words;
}

Words opencl_words() {
    Words words{
        "kernel",
        "global",
        "local",
        "constant",
        "private",
        "generic",
        "read_only",
        "write_only",
        "read_write",
        "half",
        "vec_step",
        "bool",
        "uchar",
        "ushort",
        "uint",
        "ulong",
        "quad",
        "complex",
        "imaginary",
        "pipe",
        "uniform",
        "size_t",
        "ptrdiff_t",
        "intptr_t",
        "uintptr_t",
        "sampler_t",
        "event_t",
        "image1d_t",
        "image2d_t",
        "image3d_t",
        "true",
        "false",
        "get_global_id",
        "image1d_array_t",
        "image2d_array_t",
        "image1d_buffer_t",
        "as_double",
        "as_float",
        "convert_long",
    };
    for (const char* base : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
                             "double", "bool", "quad"})
        for (const char* width : {"2", "3", "4", "8", "16"})
            words.insert(std::string(base) + width);
    return words;
}

Words cuda_words() {
    return {"alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "bool", "catch", "char8_t", "char16_t",
            "char32_t", "class", "compl", "concept", "consteval", "constexpr", "constinit", "const_cast", "co_await",
            "co_return", "co_yield", "decltype", "delete", "dynamic_cast", "explicit", "export", "false", "friend",
            "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
            "protected", "public", "reinterpret_cast", "requires", "static_assert", "static_cast", "template", "this",
            "thread_local", "throw", "true", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor",
            "xor_eq", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "typeof", "__noinline__",
            "size_t", "ptrdiff_t",
            // Macros of headers that nvcc includes by itself.
            "stdin", "stdout", "stderr", "offsetof", "assert", "alloca", "isascii", "toascii", "EOF", "BUFSIZ",
            "BYTE_ORDER", "LINE_MAX", "LONG_BIT", "MAX_CANON", "MAX_INPUT", "NAME_MAX", "NZERO", "PATH_MAX", "PIPE_BUF",
            "RAND_MAX", "SNAN", "TMP_MAX"};
}

} // namespace

const Dialect& dialect_of(Target target) { return target == Target::cuda ? cuda_cpp : opencl_c; }

// CUDA's grids are long in their first dimension only, so blocks of the two slower dimensions, if there are two, are
// counted on in y and z together; one dimension needs no division for that.
std::string number_declarations(const Dialect& dialect, const std::vector<std::string>& names,
                                const std::vector<std::string>& items, const std::string& temporary,
                                const std::string& indent) {
    std::string text;
    const auto declare = [&](std::size_t d, const std::string& block) {
        const char axis = "xyz"[d];
        text += fmt::format("{0}const long {1} = (long)({2}) * blockDim.{3} + threadIdx.{3};\n", indent, names[d],
                            block, axis);
    };
    if (dialect.is_opencl()) {
        for (std::size_t d = 0; d < names.size(); ++d)
            text += fmt::format("{}const long {} = (long)get_global_id({});\n", indent, names[d], d);
        return text;
    }
    declare(0, "blockIdx.x");
    const std::string slower = "blockIdx.y + gridDim.y * blockIdx.z";
    if (names.size() == 2) {
        declare(1, slower);
    } else if (names.size() > 2) {
        const auto blocks = temporary + "1", block = temporary + "2";
        text += fmt::format("{0}const unsigned int {1} = (unsigned int)(({2} + blockDim.y - 1) / blockDim.y);\n"
                            "{0}const unsigned int {3} = {4};\n",
                            indent, blocks, items[1], block, slower);
        declare(1, fmt::format("{} % {}", block, blocks));
        declare(2, fmt::format("{} / {}", block, blocks));
    }
    return text;
}

std::string basic_name(const Dialect& dialect, ir::TypeKind kind) {
    using enum ir::TypeKind;
    switch (kind) {
    case Void:
        return "void";
    case Bool:
        return dialect.is_opencl() ? "uchar" : "bool";
    case Char:
        return "char";
    case SChar:
        return "signed char";
    case UChar:
        return "unsigned char";
    case Short:
        return "short";
    case UShort:
        return "unsigned short";
    case UInt:
        return "unsigned int";
    case Long:
        return "long";
    case ULong:
        return "unsigned long";
    case LLong:
        return dialect.is_opencl() ? "long" : "long long";
    case ULLong:
        return dialect.is_opencl() ? "unsigned long" : "unsigned long long";
    case Float:
        return "float";
    case Double:
        return "double";
    default:
        return "int";
    }
}

std::string usable_name(const Dialect& dialect, const std::string& name) {
    static const Words opencl = opencl_words();
    static const Words cuda = cuda_words();
    const auto& words = dialect.is_opencl() ? opencl : cuda;
    static const Words macros = predefined_macros();
    // `new` becomes `new_`, so `new_` has to become `new__`.
    const auto stem = name.substr(0, name.find_last_not_of('_') + 1);
    const bool taken = name.starts_with("__") || words.contains(stem) || macros.contains(stem) ||
                       is_device_function(dialect.target, stem);
    return taken ? name + "_" : name;
}

std::string function_name(const std::string& name) {
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        text += byte < 0x80 && c != '\\' ? std::string(1, c) : fmt::format("_x{:02x}", byte);
    }
    return text;
}

std::string number_text(const Dialect& dialect, const std::string& spelling) {
    if (!dialect.is_opencl() || spelling.empty() || spelling.front() == '\'')
        return spelling;
    std::string text = spelling;
    for (const char* twice : {"ll", "LL"})
        if (const auto at = text.find(twice); at != std::string::npos)
            text.erase(at, 1);
    return text;
}

std::optional<std::string> literal_text(const Dialect& dialect, const ir::IntLit& literal) {
    if (literal.spelling.empty())
        return std::nullopt;
    const bool plain = literal.spelling.find_first_not_of("0123456789abcdefABCDEFxXuUlL") == std::string::npos;
    const bool character = literal.spelling.starts_with('\'');
    return plain || character ? number_text(dialect, literal.spelling) : std::to_string(literal.value);
}

std::string enumerator_text(const ir::EnumConstant& constant) {
    const auto text = fmt::format("{} /* {} */", constant.value, constant.name);
    return constant.value < 0 ? "(" + text + ")" : text;
}

} // namespace hydra::codegen
