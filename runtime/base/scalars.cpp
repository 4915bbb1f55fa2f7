// See scalars.h. One template over the C type holds every operator; a switch finds the type.
#include "runtime/base/scalars.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

namespace hydra::rt {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
// As C has them, so that products are C's.
__extension__ using ComplexFloat = __complex__ float;
__extension__ using ComplexDouble = __complex__ double;
__extension__ using ComplexLongDouble = __complex__ long double;

template <class T>
constexpr bool is_whole = std::is_integral_v<T> || std::is_same_v<T, Int128> || std::is_same_v<T, UInt128>;
template <class T>
constexpr bool is_complex =
    std::is_same_v<T, ComplexFloat> || std::is_same_v<T, ComplexDouble> || std::is_same_v<T, ComplexLongDouble>;

// Calls f with a value of the C type; f is a generic lambda that only looks at the type.
template <class F> auto with_type(hydra_rt_type type, F f) {
    switch (type) {
    case HYDRA_RT_BOOL:
        return f(bool{});
    case HYDRA_RT_CHAR:
        return f(char{});
    case HYDRA_RT_SCHAR:
        return f(static_cast<signed char>(0));
    case HYDRA_RT_UCHAR:
        return f(static_cast<unsigned char>(0));
    case HYDRA_RT_SHORT:
        return f(static_cast<short>(0));
    case HYDRA_RT_USHORT:
        return f(static_cast<unsigned short>(0));
    case HYDRA_RT_INT:
        return f(0);
    case HYDRA_RT_UINT:
        return f(0u);
    case HYDRA_RT_LONG:
        return f(0l);
    case HYDRA_RT_ULONG:
        return f(0ul);
    case HYDRA_RT_LLONG:
        return f(0ll);
    case HYDRA_RT_ULLONG:
        return f(0ull);
    case HYDRA_RT_FLOAT:
        return f(0.0f);
    case HYDRA_RT_DOUBLE:
        return f(0.0);
    case HYDRA_RT_LDOUBLE:
        return f(0.0l);
    case HYDRA_RT_INT128:
        return f(Int128{});
    case HYDRA_RT_UINT128:
        return f(UInt128{});
    case HYDRA_RT_CFLOAT:
        return f(ComplexFloat{});
    case HYDRA_RT_CDOUBLE:
        return f(ComplexDouble{});
    case HYDRA_RT_CLDOUBLE:
        return f(ComplexLongDouble{});
    }
    std::abort();
}

template <class T> T lowest() {
    if constexpr (std::is_floating_point_v<T>)
        return -std::numeric_limits<T>::infinity();
    else if constexpr (std::is_same_v<T, Int128>)
        return static_cast<T>(UInt128{1} << 127);
    else if constexpr (std::is_integral_v<T>)
        return std::numeric_limits<T>::lowest();
    else
        return T{};
}

template <class T> T highest() {
    if constexpr (std::is_floating_point_v<T>)
        return std::numeric_limits<T>::infinity();
    else if constexpr (std::is_integral_v<T>)
        return std::numeric_limits<T>::max();
    else if constexpr (is_whole<T>)
        return static_cast<T>(~lowest<T>());
    else
        return T{};
}

// What leaves every value as it is when it is added, signed zeros too.
template <class T> T nothing() {
    T value{};
    if constexpr (std::is_floating_point_v<T>) {
        value = static_cast<T>(-0.0);
    } else if constexpr (is_complex<T>) {
        __real__ value = -0.0;
        __imag__ value = -0.0;
    }
    return value;
}

template <class T> T neutral(hydra_rt_op op) {
    switch (op) {
    case HYDRA_RT_ADD:
        return nothing<T>();
    case HYDRA_RT_MUL:
        return static_cast<T>(1);
    case HYDRA_RT_AND:
        return static_cast<T>(2);
    case HYDRA_RT_BITAND:
        if constexpr (std::is_same_v<T, bool>)
            return true;
        else if constexpr (is_whole<T>)
            return static_cast<T>(~T{});
        return T{};
    case HYDRA_RT_BITOR:
    case HYDRA_RT_BITXOR:
        return T{};
    case HYDRA_RT_OR: // -0.0 is false, and no result of ||
        return std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T{};
    case HYDRA_RT_MIN:
    case HYDRA_RT_MIN_LAST:
        return highest<T>();
    case HYDRA_RT_MAX:
    case HYDRA_RT_MAX_LAST:
        return lowest<T>();
    case HYDRA_RT_FMIN:
    case HYDRA_RT_FMAX:
    case HYDRA_RT_FMIN_SWAPPED:
    case HYDRA_RT_FMAX_SWAPPED:
    case HYDRA_RT_MIN_ANEW:
    case HYDRA_RT_MAX_ANEW:
    case HYDRA_RT_MIN_ANEW_LAST:
    case HYDRA_RT_MAX_ANEW_LAST:
        return std::numeric_limits<T>::quiet_NaN();
    case HYDRA_RT_LAST:
    case HYDRA_RT_PLACE_OF_MIN:
    case HYDRA_RT_PLACE_OF_MAX:
    case HYDRA_RT_PLACE_OF_MIN_LAST:
    case HYDRA_RT_PLACE_OF_MAX_LAST:
        break;
    }
    std::abort();
}

// Signed sums and products wrap like the unsigned ones: partial sums may overflow where the sequential order does not.
template <class T> T wrapped(hydra_rt_op op, T a, T b) {
    using Wide = std::conditional_t<(sizeof(T) > sizeof(long long)), UInt128, unsigned long long>;
    using U = std::conditional_t<(sizeof(T) > sizeof(int)), Wide, unsigned>;
    U x = static_cast<U>(a), y = static_cast<U>(b);
    return static_cast<T>(op == HYDRA_RT_ADD ? x + y : x * y);
}

// Comparisons that raise no exception for a NaN, which stands for "nothing yet" besides being the user's value.
template <class T> bool less(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return __builtin_isless(a, b);
    else
        return a < b;
}

template <class T> bool less_or_equal(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return __builtin_islessequal(a, b);
    else
        return a <= b;
}

template <class T> bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>)
        return std::isnan(value);
    else
        return false;
}

// Bit for bit: a NaN is like itself, and 0 is not like -0. (A long double has padding behind its value.)
template <class T> bool same_bits(const T& a, const T& b) {
    if constexpr (is_complex<T>) {
        return same_bits(__real__ a, __real__ b) && same_bits(__imag__ a, __imag__ b);
    } else {
        constexpr std::size_t held = std::is_same_v<T, long double> ? 10 : sizeof(T);
        using Bytes = std::array<unsigned char, sizeof(T)>;
        const auto left = std::bit_cast<Bytes>(a), right = std::bit_cast<Bytes>(b);
        return std::equal(left.begin(), left.begin() + held, right.begin());
    }
}

// Of -0 and 0 the C library takes one by their order, and not each library the same.
template <class T> T by_library(hydra_rt_op op, T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (same_bits(b, neutral<T>(op)))
            return a;
        const bool swapped = op == HYDRA_RT_FMIN_SWAPPED || op == HYDRA_RT_FMAX_SWAPPED;
        const bool least = op == HYDRA_RT_FMIN || op == HYDRA_RT_FMIN_SWAPPED;
        using Function = T (*)(T, T);
        // Compilers exchange the arguments of a call that they see.
        const volatile Function chosen = least ? static_cast<Function>(std::fmin) : static_cast<Function>(std::fmax);
        return swapped ? chosen(b, a) : chosen(a, b);
    }
    std::abort();
}

// The one of two that an order prefers.
template <class T> T the_one(hydra_rt_op op, T a, T b) {
    switch (op) {
    case HYDRA_RT_MIN:
        return less(b, a) ? b : a;
    case HYDRA_RT_MAX:
        return less(a, b) ? b : a;
    case HYDRA_RT_MIN_LAST:
        return less_or_equal(b, a) ? b : a;
    case HYDRA_RT_MAX_LAST:
        return less_or_equal(a, b) ? b : a;
    // A NaN on the right: nothing was accumulated there, or else a flag says that it counts (accumulators.cpp).
    case HYDRA_RT_MIN_ANEW:
        return less(b, a) || (is_nan(a) && !is_nan(b)) ? b : a;
    case HYDRA_RT_MAX_ANEW:
        return less(a, b) || (is_nan(a) && !is_nan(b)) ? b : a;
    case HYDRA_RT_MIN_ANEW_LAST:
        return less_or_equal(b, a) || (is_nan(a) && !is_nan(b)) ? b : a;
    case HYDRA_RT_MAX_ANEW_LAST:
        return less_or_equal(a, b) || (is_nan(a) && !is_nan(b)) ? b : a;
    default:
        return by_library(op, a, b);
    }
}

template <class T> T combined(hydra_rt_op op, T a, T b) {
    switch (op) {
    case HYDRA_RT_ADD:
    case HYDRA_RT_MUL:
        if constexpr (std::is_same_v<T, bool>)
            return op == HYDRA_RT_ADD ? (a || b) : (a && b);
        else if constexpr (is_whole<T>)
            return wrapped(op, a, b);
        else
            return op == HYDRA_RT_ADD ? a + b : a * b;
    case HYDRA_RT_AND:
        return b == neutral<T>(op) ? a : static_cast<T>(a != T{} && b != T{});
    case HYDRA_RT_OR:
        if constexpr (std::is_floating_point_v<T>)
            if (b == T{} && std::signbit(b))
                return a;
        return static_cast<T>(a != T{} || b != T{});
    case HYDRA_RT_BITAND:
    case HYDRA_RT_BITOR:
    case HYDRA_RT_BITXOR:
        if constexpr (is_whole<T>)
            return static_cast<T>(op == HYDRA_RT_BITAND ? a & b : op == HYDRA_RT_BITOR ? a | b : a ^ b);
        break;
    default:
        if constexpr (!is_complex<T>)
            return the_one(op, a, b);
    }
    std::abort();
}

} // namespace

std::size_t scalar_bytes(hydra_rt_type type) {
    return with_type(
        type, [](auto sample) { return sizeof(sample); });
}

bool reducible(hydra_rt_op op, hydra_rt_type type) {
    const bool bits = op == HYDRA_RT_BITAND || op == HYDRA_RT_BITOR || op == HYDRA_RT_BITXOR;
    const bool floats =
        op == HYDRA_RT_FMIN || op == HYDRA_RT_FMAX || (op >= HYDRA_RT_FMIN_SWAPPED && op <= HYDRA_RT_MAX_ANEW_LAST);
    return with_type(type, [&](auto sample) {
        using T = decltype(sample);
        const bool order =
            op == HYDRA_RT_MIN || op == HYDRA_RT_MAX || op == HYDRA_RT_MIN_LAST || op == HYDRA_RT_MAX_LAST;
        return bits ? is_whole<T> : floats ? std::is_floating_point_v<T> : !order || !is_complex<T>;
    });
}

void set_neutral(hydra_rt_op op, hydra_rt_type type, void* values, std::size_t count) {
    with_type(
        type,
        [&](auto sample) {
            using T = decltype(sample);
            std::fill_n(static_cast<T*>(values), count, neutral<T>(op));
        });
}

std::size_t first_accumulated(hydra_rt_op op, hydra_rt_type type, const void* values, std::size_t count) {
    return with_type(
        type,
        [&](auto sample) {
            using T = decltype(sample);
            const T start = neutral<T>(op);
            const auto differs = [&](const T& value) { return !same_bits(value, start); };
            const T* all = static_cast<const T*>(values);
            return static_cast<std::size_t>(std::find_if(all, all + count, differs) - all);
        });
}

void combine(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count) {
    with_type(
        type,
        [&](auto sample) {
            using T = decltype(sample);
            T* target = static_cast<T*>(left);
            const T* more = static_cast<const T*>(right);
            if (op == HYDRA_RT_ADD) { // most are sums: a loop that the compiler can vectorise
                for (std::size_t i = 0; i < count; ++i)
                    target[i] = combined<T>(HYDRA_RT_ADD, target[i], more[i]);
                return;
            }
            for (std::size_t i = 0; i < count; ++i)
                target[i] = combined<T>(op, target[i], more[i]);
        });
}

void combine_pairs(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count,
                   std::ptrdiff_t stride, std::int64_t pairs) {
    with_type(
        type,
        [&](auto sample) {
            using T = decltype(sample);
            auto* target = static_cast<char*>(left);
            const auto* more = static_cast<const char*>(right);
            for (std::int64_t pair = 0; pair < pairs; ++pair, target += stride, more += stride)
                for (std::size_t i = 0; i < count; ++i) {
                    T& value = reinterpret_cast<T*>(target)[i];
                    value = op == HYDRA_RT_ADD ? combined<T>(HYDRA_RT_ADD, value, reinterpret_cast<const T*>(more)[i])
                                               : combined<T>(op, value, reinterpret_cast<const T*>(more)[i]);
                }
        });
}

void combine_elements(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count) {
    if (op != HYDRA_RT_OR)
        return combine(op, type, left, right, count);
    with_type(type, [&](auto sample) {
        using T = decltype(sample);
        T* target = static_cast<T*>(left);
        const T* more = static_cast<const T*>(right);
        for (std::size_t i = 0; i < count; ++i)
            if (more[i] != T{})
                target[i] = static_cast<T>(1);
    });
}

namespace {

long stored_when(const void* last) { return static_cast<const hydra_rt_last*>(last)->when; }
bool is_stored(const void* last) { return stored_when(last) != std::numeric_limits<long>::min(); }

// Whether a place's extreme that is x takes y, which comes behind it.
bool takes(hydra_rt_op op, hydra_rt_type type, const void* x, const void* y) {
    return with_type(
        type,
        [&](auto sample) {
            using T = decltype(sample);
            if constexpr (is_complex<T>) {
                return false;
            } else {
                T a, b;
                std::memcpy(&a, x, sizeof a);
                std::memcpy(&b, y, sizeof b);
                switch (op) {
                case HYDRA_RT_PLACE_OF_MIN:
                    return less(b, a);
                case HYDRA_RT_PLACE_OF_MAX:
                    return less(a, b);
                case HYDRA_RT_PLACE_OF_MIN_LAST:
                    return less_or_equal(b, a);
                default:
                    return less_or_equal(a, b);
                }
            }
        });
}

} // namespace

void set_unstored(void* last) { static_cast<hydra_rt_last*>(last)->when = std::numeric_limits<long>::min(); }

bool is_stored_value(hydra_rt_op op) { return op == HYDRA_RT_LAST || op >= HYDRA_RT_PLACE_OF_MIN; }

void keep_stored(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t bytes) {
    const auto key = [](const void* place) { return static_cast<const unsigned char*>(place) + HYDRA_RT_LAST_KEY; };
    const bool is_right = op == HYDRA_RT_LAST ? stored_when(right) > stored_when(left)
                          : !is_stored(right) ? false
                                              : !is_stored(left) || takes(op, type, key(left), key(right));
    if (is_right)
        std::memcpy(left, right, bytes);
}

void store_last(void* target, const void* last, std::size_t value_bytes) {
    if (is_stored(last))
        std::memcpy(target, static_cast<const unsigned char*>(last) + HYDRA_RT_LAST_VALUE, value_bytes);
}

void store_place(hydra_rt_op op, hydra_rt_type type, void* target, const void* place, std::size_t value_bytes,
                 const void* extreme) {
    if (is_stored(place) && takes(op, type, extreme, static_cast<const unsigned char*>(place) + HYDRA_RT_LAST_KEY))
        store_last(target, place, value_bytes);
}

} // namespace hydra::rt
