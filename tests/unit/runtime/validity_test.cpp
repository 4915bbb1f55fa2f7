// Which elements are newest on a device, and who has asked for them.
#include "runtime/residence/validity.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

const Shape line{100 * 8, 8, {}, false};

Region part(std::int64_t lo, std::int64_t hi) { return Region{{lo, hi, 1}}; }

} // namespace

TEST_CASE("what a kernel writes the host lacks, until it comes there or the host writes it") {
    Validity validity(line, 0);
    validity.is_on_device(part(0, 50));
    CHECK(validity.valid() == part(0, 50));
    CHECK(validity.stale().empty());
    validity.written_by_device(part(20, 60));
    CHECK(validity.valid() == part(0, 60));
    CHECK(validity.stale() == part(20, 60));
    validity.is_on_host(part(20, 30));
    CHECK(validity.stale() == part(30, 60));
    validity.written_by_host(part(40, 70));
    CHECK(validity.valid() == part(0, 40));
    CHECK(validity.stale() == part(30, 40));
    validity.keep_only(part(0, 35));
    CHECK(validity.valid() == part(0, 35));
    CHECK(validity.stale() == part(30, 35));
}

TEST_CASE("what was dropped and is asked for again is told, once") {
    Validity validity(line, 0);
    validity.is_on_device(part(0, 50));
    validity.lose(part(40, 50));
    validity.drop(part(0, 10));
    CHECK(validity.valid() == part(10, 40));
    CHECK_FALSE(validity.takes_back(part(40, 60)));
    CHECK(validity.takes_back(part(5, 20)));
    CHECK_FALSE(validity.takes_back(part(5, 20)));
    CHECK(validity.takes_back(part(0, 5)));
}

TEST_CASE("sums stay on the device where the kernel asks for them first") {
    Validity validity(line, 0);
    validity.written_by_device(part(0, 100));
    validity.accumulated();
    validity.kernel_asks();
    CHECK(validity.keeps_sum(part(0, 10)) == part(0, 10));
    validity.accumulated();
    validity.host_asks();
    CHECK(validity.keeps_sum(part(0, 10)).empty());
    validity.accumulated();
    validity.kernel_asks();
    CHECK(validity.keeps_sum(part(0, 10)) == part(0, 10));
    validity.accumulated(); // nobody asks
    CHECK(validity.keeps_sum(part(0, 10)).empty());
}
