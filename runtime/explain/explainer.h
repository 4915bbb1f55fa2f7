// HYDRA_EXPLAIN: which rank has which iterations and which part of each array, and why each message goes where it goes.
// Every rank notes what it knows while the program runs; at the end rank 0 writes it all (telling.h). Nothing of the
// run depends on it: plans, volumes and counters are those of a run that nobody explains.
#pragma once

#include "runtime/base/clock.h"
#include "runtime/explain/readers.h"
#include "runtime/explain/record.h"
#include "runtime/explain/telling.h"
#include "runtime/explain/writers.h"
#include "runtime/plan/maker.h"
#include "runtime/steps/messenger.h"
#include "runtime/steps/observer.h"
#include "runtime/steps/parts.h"

#include <optional>
#include <string>
#include <vector>

namespace hydra::rt {

class Explainer final : public LaunchObserver, public Ledger {
  public:
    // trace: is told of each message, too; may be null. No file in the options: nobody else is.
    Explainer(const ExplainOptions& options, const LaunchParts& parts, bool plays_all, Trace* trace);
    ~Explainer() override;

    [[nodiscard]] Restrictions restrictions() const override;
    void begins(const hydra_rt_loop& loop) override;
    bool runs(LaunchContext&, const hydra_rt_launch&) override {
        has_run_ = true;
        return false;
    }
    void committed(LaunchContext& context, const hydra_rt_launch& launch) override;
    void moves(const char* at) override { moving_at_ = at; }
    void served(const PlanRequest& request, const Binding& binding) override;
    void gathered(const char* at, const Binding& binding) override;
    void copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                std::size_t bytes) override;
    void moved(std::uint64_t serial, Allocation& allocation) override {
        for (Writers& writers : writers_)
            writers.moved(serial, allocation);
    }
    void ended() override;

    void sent(const Moved& moved) override;
    void expected(const Moved& moved) override;
    void leaves() override { left_at_ = now(); }
    void arrived() override;

  private:
    // One rank's bytes of one array for another one, until their words are found.
    struct Bundle {
        Moved::Kind kind;
        int from, to;
        const Allocation* array;
        int index; // as in Moved
        std::string what;
        bool sent = false, expected = false;
        std::int64_t bytes = 0, messages = 0;
        Region part{};
        bool after = false; // it travels when the iterations have run
        double began = 0, ended = 0;
    };
    // Who asked for what is under way.
    struct Asking {
        const PlanRequest* request = nullptr; // null: nothing is known but where
        const Binding* binding = nullptr;
        const Plan* plan = nullptr; // of a launch
    };
    void add(const Moved& moved, bool is_sent, bool is_expected);
    void open(bool launch, const char* at, std::uint64_t step);
    // What is under way is told; request: for which; null: nothing is known but where.
    void close(const Asking& asking);
    void note_received(bool after);
    void finish();
    void flush();
    void reopen();
    void trace_line(const Bundle& bundle, const MessageLine& line);
    void note_lines(const Bundle& bundle, const Asking& asking);
    void find_reason(MessageLine& line, const Region& part, const Bundle& bundle, const Asking& asking);
    [[nodiscard]] std::string origin_of(const Bundle& bundle, const Region& part);
    // Whether what is told is JSON, of which pictures are drawn.
    [[nodiscard]] bool is_drawn() const { return options_.file.ends_with(".json"); }
    RankPart part_of(const LaunchContext& context, const Plan& plan, int rank);
    [[nodiscard]] std::string why_everywhere(const LaunchContext& context, const Plan& plan) const;
    Writers& writers_of(int rank) { return writers_[plays_all_ ? static_cast<std::size_t>(rank) : 0]; }
    template <class F> void for_ranks(const F& f) const; // that this process is

    ExplainOptions options_;
    Transport& transport_;
    Counters& counters_;
    Messenger& messenger_;
    Trace* trace_;
    bool plays_all_;
    std::vector<Writers> writers_; // this rank's, or of all that it plays

    LaunchRecord record_; // of what is under way
    std::uint64_t record_step_ = 0;
    bool in_launch_ = false, is_open_ = false, has_run_ = false;
    // The last piece of serial code, to which what rank 0 hands out behind it belongs.
    std::optional<LaunchRecord> last_serial_;
    std::uint64_t last_serial_step_ = 0;
    std::vector<Bundle> bundles_;
    const char* moving_at_ = "";
    double left_at_ = 0;
    Told told_;
};

} // namespace hydra::rt
