// hydra_rt.h, forwarded to the process's runtime. (Footprints' functions are in footprint.cpp.)
#include "runtime/host/fail.h"
#include "runtime/host/process.h"

#include <cerrno>

namespace {

hydra::rt::Runtime& runtime() {
    if (hydra::rt::process_runtime() == nullptr)
        hydra_rt_start();
    return *hydra::rt::process_runtime();
}

// The program's errno is its own: what the runtime does in serial code leaves it as it was.
class KeptErrno {
  public:
    KeptErrno() = default;
    ~KeptErrno() { errno = value_; }
    // error: 0 for none.
    void replace(int error) { value_ = error != 0 ? error : value_; }
    KeptErrno(const KeptErrno&) = delete;
    KeptErrno& operator=(const KeptErrno&) = delete;

  private:
    int value_ = errno;
};

} // namespace

extern "C" {

void hydra_rt_begin(hydra_rt_launch* l, hydra_rt_loop* loop, void* const* pointers, const long* k, long begin, long end,
                    long align_offset, void* args) {
    const KeptErrno kept;
    runtime().begin(*l, *loop, pointers, k, begin, end, align_offset, args);
}

void hydra_rt_transfer(hydra_rt_launch* l) {
    const KeptErrno kept;
    runtime().transfer(*l);
}

void hydra_rt_run(hydra_rt_launch* l) { runtime().run(*l); }

void hydra_rt_commit(hydra_rt_launch* l, void* const* reduced) {
    if (l->plan == nullptr) { // inside of an iteration: the loop runs now
        runtime().commit(*l, reduced);
        return;
    }
    KeptErrno kept;
    runtime().commit(*l, reduced);
    kept.replace(runtime().left_error());
}

void hydra_rt_serial(hydra_rt_loop* site, void* const* pointers, const long* k) {
    const KeptErrno kept;
    runtime().serial(*site, pointers, k);
}

int hydra_rt_alone(hydra_rt_loop* site, void* const* pointers, const long* k) {
    const KeptErrno kept;
    return runtime().alone(*site, pointers, k) ? 1 : 0;
}

void hydra_rt_streams(void* const* streams, int count) { runtime().streams(streams, count); }

void hydra_rt_together(const char* at, void* const* values, const unsigned long* bytes, int count) {
    runtime().together(at, values, bytes, count);
}

void hydra_rt_copy(const char* at, void* to, const void* from, unsigned long bytes) {
    const KeptErrno kept;
    runtime().copy(at, to, from, bytes);
}

void hydra_rt_array(void* base, unsigned long bytes, const char* name) {
    if (bytes > 0 && !runtime().in_launch())
        runtime().registry().enter_scope(base, bytes, name);
}

void hydra_rt_leave(void* holder) {
    if (!runtime().in_launch())
        runtime().registry().forget(*static_cast<void**>(holder));
}

void hydra_rt_static(void* base, unsigned long bytes, const char* name) {
    if (bytes == 0)
        return;
    hydra::rt::Allocation* known = runtime().registry().find(base);
    if (known == nullptr || known->base != base || known->bytes != bytes)
        runtime().registry().enter(base, bytes, name);
}

void hydra_rt_fail(const char* at, const char* message) { hydra::rt::fail(at, message); }

} // extern "C"
