// What generated code and redirected library functions do around the runtime's work, so that the program notices none
// of it in errno and the floating-point environment.
#pragma once

#include "runtime/acc/cpu.h"

#include <cerrno>
#include <cfenv>

namespace hydra::rt {

// The program's errno and floating-point exceptions are its own: what the runtime does leaves them as they were.
class KeptErrors {
  public:
    KeptErrors() { std::fegetexceptflag(&flags_, FE_ALL_EXCEPT); }
    ~KeptErrors() {
        errno = error_;
        std::fexcept_t now;
        std::fegetexceptflag(&now, FE_ALL_EXCEPT);
        if (now != flags_)
            std::fesetexceptflag(&flags_, FE_ALL_EXCEPT);
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
    int error_ = errno, raised_ = 0;
    std::fexcept_t flags_;
};

} // namespace hydra::rt
