// When all ranks had better run everything, and when they are to share again (policy/account.h).
#include "runtime/policy/account.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

constexpr double ms = 1e6; // nanoseconds

// So often a launch at the floor, which others would have run so much of, until ranks share again.
int launches_until_shared(Account& account, double gain, std::int64_t shared_in, int most = 1000000) {
    int launches = 1;
    while (launches < most && !account.forgoes(gain, shared_in))
        ++launches;
    return launches;
}

} // namespace

TEST_CASE("what sharing costs and saves is counted") {
    Effort effort;
    CHECK(effort.cost() == 0);
    effort.launches = 10;
    effort.messages = 4;
    CHECK(effort.cost() == doctest::Approx(10 * worth::ns_a_launch + 4 * worth::ns_a_message));
    effort.shared = 1e6;
    CHECK(effort.gain(1) == 0);
    CHECK(effort.gain(4) == doctest::Approx(0.75e6 * worth::ns_an_operation));
    effort.whole = 1e6;
    CHECK(effort.work(4) == doctest::Approx(1.25e6 * worth::ns_an_operation));
}

TEST_CASE("gains do not make up for what is lost later") {
    Account account;
    account.open();
    for (int step = 0; step < 1000; ++step)
        account.add(0, ms, 0); // a second saved
    CHECK_FALSE(account.is_lost(0));
    for (int step = 0; step < 6; ++step)
        account.add(ms, 0, 0);
    CHECK(account.is_lost(0));
    CHECK_FALSE(account.is_lost(2 * ms)); // it costs more to bring everything to all ranks
    account.add(0, 4 * ms, 0);
    CHECK_FALSE(account.is_lost(0));
}

TEST_CASE("a long run bears more") {
    Account account;
    account.open();
    account.add(0, 0, 1000 * ms);
    account.add(50 * ms, 0, 0);
    CHECK_FALSE(account.is_lost(0));
    account.add(70 * ms, 0, 0);
    CHECK(account.is_lost(0));
}

TEST_CASE("nobody goes to the floor where there is no room") {
    Account account;
    account.add(100 * ms, 0, 0);
    CHECK_FALSE(account.is_lost(0)); // nobody has opened it
    account.open();
    CHECK(account.is_lost(0));
    account.close();
    CHECK_FALSE(account.is_lost(0));
    CHECK_FALSE(account.would_lose(1000 * ms));
}

TEST_CASE("what is too dear at once is refused, and done when the launches would have paid for it") {
    Account account;
    account.open();
    CHECK_FALSE(account.would_lose(9 * ms)); // it may serve later launches, too
    CHECK(account.would_lose(40 * ms));
    account.refuse(40 * ms);
    CHECK(account.is_lost(1000 * ms)); // whatever it takes: the launch has been run everywhere already
    account.to_floor();
    CHECK_FALSE(account.is_refused());
    const int launches = launches_until_shared(account, ms + worth::ns_a_launch, 0);
    CHECK(launches >= 40);
    CHECK(launches <= 42);
    CHECK_FALSE(account.would_lose(39 * ms)); // now it may cost that
    CHECK(account.would_lose(41 * ms));
}

TEST_CASE("after a loss sharing is tried ever more rarely") {
    Account account;
    account.open();
    account.add(6 * ms, 0, 0);
    account.to_floor();
    const int first = launches_until_shared(account, ms + worth::ns_a_launch, 0);
    CHECK(first >= 6 * static_cast<int>(worth::patience_after_loss));
    account.add(7 * ms, 0, 0);
    CHECK(account.is_lost(0));
    account.to_floor();
    CHECK(launches_until_shared(account, ms + worth::ns_a_launch, 0) >= 2 * first - 2);
}

TEST_CASE("loops that have lost are not tried as soon as others") {
    Account account;
    account.open();
    const auto shared_in = account.stretch();
    account.add(6 * ms, 0, 0);
    account.to_floor();
    const int others = launches_until_shared(account, ms + worth::ns_a_launch, 0);
    Account same;
    same.open();
    same.add(6 * ms, 0, 0);
    same.to_floor();
    CHECK(launches_until_shared(same, ms + worth::ns_a_launch, shared_in) >= 15 * others);
}

TEST_CASE("launches smaller than a launch's price never count") {
    Account account;
    account.open();
    account.add(6 * ms, 0, 0);
    account.to_floor();
    CHECK(launches_until_shared(account, worth::ns_a_launch, 0, 100000) == 100000);
}

TEST_CASE("what first launches take is borne longer than what each launch takes") {
    Account account;
    account.open();
    account.add(8 * ms, 0, 0, 8 * ms);
    CHECK_FALSE(account.is_lost(0));
    account.add(0, 4 * ms, 0); // the next ones need nothing of the kind
    CHECK_FALSE(account.is_lost(0));
    account.add(3 * ms, 0, 0);
    CHECK_FALSE(account.is_lost(0));
    account.add(6 * ms, 0, 0); // these do
    CHECK(account.is_lost(0));
}

TEST_CASE("what only first launches took does not count against their loops") {
    Account account;
    account.open();
    const auto shared_in = account.stretch();
    account.add(20 * ms, 0, 0, 20 * ms);
    CHECK(account.is_lost(0));
    account.to_floor();
    const int launches = launches_until_shared(account, ms + worth::ns_a_launch, shared_in);
    CHECK(launches >= 40);
    CHECK(launches <= 42);
    account.add(20 * ms, 0, 0, 20 * ms); // once more
    CHECK_FALSE(account.is_lost(0));
}

TEST_CASE("plans and looks for first launches are told apart") {
    Effort effort;
    effort.plans = 3;
    effort.notes = 100;
    effort.launches = 5;
    CHECK(effort.once() == doctest::Approx(3 * worth::ns_a_plan + 100 * worth::ns_a_note));
    CHECK(effort.cost() == doctest::Approx(effort.once() + 5 * worth::ns_a_launch));
}
