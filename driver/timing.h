// The times that -v prints: milliseconds of each phase, in the order in which they ran; phases of the same name add up.
#pragma once
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::driver {

class Timings {
  public:
    // detail: a part of the phase before it, printed indented and not counted in the total.
    void add(std::string_view phase, double seconds, bool detail = false);
    [[nodiscard]] std::string table() const;

    // Adds the time from its construction to its end.
    class Scope {
      public:
        Scope(Timings& timings, std::string_view phase) : timings_(timings), phase_(phase) {}
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        Timings& timings_;
        std::string_view phase_;
        std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    };

  private:
    struct Row {
        std::string phase;
        double seconds = 0;
        bool detail = false;
    };
    std::vector<Row> rows_;
};

} // namespace hydra::driver
