// What generated code and redirected library functions do around the runtime's work, so that the program notices none
// of it in errno and the floating-point environment.
#pragma once

#include "runtime/backend/cpu.h"

#include <cerrno>
#include <cfenv>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace hydra::rt {

// The floating-point exceptions of the thread, as they were when this was made; restore() brings them back. On x86-64
// the two units' registers are looked at by themselves: the library's functions store and load the whole environment.
class KeptExceptions {
  public:
#ifdef __x86_64__
    KeptExceptions() : sse_(_mm_getcsr() & exceptions), x87_(x87_status()) {}
    void restore() const {
        if (const unsigned now = _mm_getcsr(); (now & exceptions) != sse_)
            _mm_setcsr((now & ~exceptions) | sse_);
        if (x87_status() != x87_) { // long double arithmetic: rare
            const auto kept = static_cast<std::fexcept_t>(sse_ | x87_);
            std::fesetexceptflag(&kept, FE_ALL_EXCEPT);
        }
    }

  private:
    static constexpr unsigned exceptions = 0x3f; // their place in both units' registers
    static unsigned x87_status() {
        unsigned short status = 0;
        __asm__ volatile("fnstsw %0" : "=a"(status));
        return status & exceptions;
    }
    unsigned sse_, x87_;
#else
    KeptExceptions() { std::fegetexceptflag(&flags_, FE_ALL_EXCEPT); }
    void restore() const {
        std::fexcept_t now;
        std::fegetexceptflag(&now, FE_ALL_EXCEPT);
        if (now != flags_)
            std::fesetexceptflag(&flags_, FE_ALL_EXCEPT);
    }

  private:
    std::fexcept_t flags_;
#endif
};

// The program's errno is its own. (The exceptions are kept by others, around this.)
class KeptErrno {
  public:
    KeptErrno() = default;
    ~KeptErrno() { errno = error_; }
    KeptErrno(const KeptErrno&) = delete;
    KeptErrno& operator=(const KeptErrno&) = delete;

  private:
    int error_ = errno;
};

// The program's errno and floating-point exceptions are its own: what the runtime does leaves them as they were.
class KeptErrors {
  public:
    KeptErrors() = default;
    // The exceptions are to be as they were earlier.
    explicit KeptErrors(const KeptExceptions& exceptions) : exceptions_(exceptions) {}
    ~KeptErrors() {
        errno = error_;
        exceptions_.restore();
        if (raised_ != 0)
            std::feraiseexcept(raised_);
    }
    // What iterations have left is the program's own.
    void add(const CpuDevice::Left& left) {
        error_ = left.error != CpuDevice::Left::untouched ? left.error : error_;
        raised_ = left.exceptions;
    }
    KeptErrors(const KeptErrors&) = delete;
    KeptErrors& operator=(const KeptErrors&) = delete;

  private:
    KeptExceptions exceptions_;
    int error_ = errno, raised_ = 0;
};

} // namespace hydra::rt
