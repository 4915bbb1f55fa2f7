// See values.h.
#include "runtime/base/values.h"

#include "runtime/base/scalars.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace hydra::rt {
namespace {

template <class T> T load(const void* value) {
    T loaded;
    std::memcpy(&loaded, value, sizeof loaded);
    return loaded;
}

bool is_floating(hydra_rt_type type) {
    return type == HYDRA_RT_FLOAT || type == HYDRA_RT_DOUBLE || type == HYDRA_RT_LDOUBLE;
}

// The type of the real and the imaginary part; of other types, the type itself.
hydra_rt_type part_of(hydra_rt_type type) {
    switch (type) {
    case HYDRA_RT_CFLOAT:
        return HYDRA_RT_FLOAT;
    case HYDRA_RT_CDOUBLE:
        return HYDRA_RT_DOUBLE;
    case HYDRA_RT_CLDOUBLE:
        return HYDRA_RT_LDOUBLE;
    default:
        return type;
    }
}

const void* second_part(hydra_rt_type part, const void* value) {
    return static_cast<const char*>(value) + scalar_bytes(part);
}

long double floating(hydra_rt_type type, const void* value) {
    return type == HYDRA_RT_FLOAT    ? static_cast<long double>(load<float>(value))
           : type == HYDRA_RT_DOUBLE ? static_cast<long double>(load<double>(value))
                                     : load<long double>(value);
}

template <class... Arguments> std::string print(const char* format, Arguments... arguments) {
    char line[64];
    std::snprintf(line, sizeof line, format, arguments...);
    return line;
}

} // namespace

std::string value_text(int type, const unsigned char* value, std::size_t bytes) {
    switch (type - 1) {
    case HYDRA_RT_BOOL:
    case HYDRA_RT_UCHAR:
        return print("%u", static_cast<unsigned>(load<unsigned char>(value)));
    case HYDRA_RT_CHAR:
    case HYDRA_RT_SCHAR:
        return print("%d", static_cast<int>(load<signed char>(value)));
    case HYDRA_RT_SHORT:
        return print("%d", static_cast<int>(load<short>(value)));
    case HYDRA_RT_USHORT:
        return print("%u", static_cast<unsigned>(load<unsigned short>(value)));
    case HYDRA_RT_INT:
        return print("%d", load<int>(value));
    case HYDRA_RT_UINT:
        return print("%u", load<unsigned>(value));
    case HYDRA_RT_LONG:
    case HYDRA_RT_LLONG:
        return print("%lld", load<long long>(value));
    case HYDRA_RT_ULONG:
    case HYDRA_RT_ULLONG:
        return print("%llu", load<unsigned long long>(value));
    case HYDRA_RT_FLOAT:
        return print("%.9g", static_cast<double>(load<float>(value)));
    case HYDRA_RT_DOUBLE:
        return print("%.17g", load<double>(value));
    case HYDRA_RT_LDOUBLE:
        return print("%.21Lg", load<long double>(value));
    case HYDRA_RT_CFLOAT:
    case HYDRA_RT_CDOUBLE:
    case HYDRA_RT_CLDOUBLE: {
        const hydra_rt_type part = part_of(static_cast<hydra_rt_type>(type - 1));
        const std::size_t size = scalar_bytes(part);
        return value_text(1 + part, value, size) + " + " + value_text(1 + part, value + size, size) + " i";
    }
    default: {
        std::string text = "0x";
        for (std::size_t i = std::min<std::size_t>(bytes, 8); i-- > 0;)
            text += print("%02x", static_cast<unsigned>(value[i]));
        return text;
    }
    }
}

long double magnitude(hydra_rt_type type, const void* value) {
    if (const hydra_rt_type part = part_of(type); part != type)
        return std::hypot(floating(part, value), floating(part, second_part(part, value)));
    return is_floating(type) ? std::fabs(floating(type, value)) : 0;
}

bool agree(hydra_rt_op op, hydra_rt_type type, const void* left, const void* right, long double size,
           long double terms) {
    if (const hydra_rt_type part = part_of(type); part != type) {
        const long double larger = std::max({magnitude(type, left), magnitude(type, right), size});
        return agree(op, part, left, right, larger, terms) &&
               agree(op, part, second_part(part, left), second_part(part, right), larger, terms);
    }
    const bool by_library =
        op == HYDRA_RT_FMIN || op == HYDRA_RT_FMAX || op == HYDRA_RT_FMIN_SWAPPED || op == HYDRA_RT_FMAX_SWAPPED;
    if (is_floating(type) && by_library && floating(type, left) == floating(type, right))
        return true; // which zero these functions take is open
    if (!is_floating(type) || (op != HYDRA_RT_ADD && op != HYDRA_RT_MUL))
        return std::memcmp(left, right, scalar_bytes(type) - (type == HYDRA_RT_LDOUBLE ? 6 : 0)) == 0;
    const long double a = floating(type, left), b = floating(type, right);
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return true;
    const long double unit =
        type == HYDRA_RT_FLOAT ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    const long double largest = std::max({std::fabs(a), std::fabs(b), size});
    return std::fabs(a - b) <= std::max(1e-9L, terms * unit) * largest;
}

bool equal_but_for_nans(hydra_rt_type type, const void* left, const void* right) {
    if (const hydra_rt_type part = part_of(type); part != type)
        return equal_but_for_nans(part, left, right) &&
               equal_but_for_nans(part, second_part(part, left), second_part(part, right));
    const std::size_t bytes = scalar_bytes(type) - (type == HYDRA_RT_LDOUBLE ? 6 : 0);
    return std::memcmp(left, right, bytes) == 0 ||
           (is_floating(type) && std::isnan(floating(type, left)) && std::isnan(floating(type, right)));
}

} // namespace hydra::rt
