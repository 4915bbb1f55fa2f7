// The call of an element function by one process, in C.
#pragma once
#include "frontend/processes/parallel.h"
#include "frontend/roles/element.h"

namespace hydra::frontend::cmaps {

class ProcessCall {
  public:
    // helpers: receives a copy of the function, where it gets sections.
    ProcessCall(const Parallel& it, CmapsUnit& unit, CoordinationExpressions& expressions, Code& helpers)
        : it_(it), unit_(unit), expressions_(expressions), helpers_(helpers) {}

    struct Call {
        Code text;
        std::vector<Code> before, after; // statements
        // Where periodic subscripts are: variables of what runs, set around the innermost loop. Those that move with
        // its index are so far from it, up to a round that hydra_shift (hydra_cmaps.h) finds.
        struct Place {
            std::string name, e, extent;
            long by = 0; // places a round; 0: it does not move
        };
        std::vector<Place> places;
    };
    // inner: the index of the innermost loop, around which places may be set; null: they are computed in each process.
    Call write(const std::vector<P::ArgumentContext*>& arguments, const ParallelIndex* inner);
    Code element(const Access& access) { return element(access, nullptr); }
    // Whether dimensions may be other than Parallel::alike says: then nothing is said of which places are named.
    void doubt_extents(bool doubts) { doubts_ = doubts; }
    [[nodiscard]] bool doubts_extents() const { return doubts_; }
    [[nodiscard]] const Access* access_of(const RoleParameter& parameter) const;

  private:
    struct Copy { // of the element function, for this call
        Code parameters;
        std::map<std::string, SectionForm> sections;
    };
    [[nodiscard]] support::SourceRange called_at() const;
    Code element(const Access& access, Call* call);
    Code written_element(const RoleParameter& parameter, const Access& access, Call& call);
    static std::string unwrapped(const Subscript& subscript, long k);
    static std::string computed_place(const Subscript& subscript, const std::string& extent, long k);
    std::string place(const Subscript& subscript, const std::string& extent, long k, Call& call);
    std::string place_apart(const Subscript& subscript, const std::string& extent, Call& call);
    Code plain_parameter(const RoleParameter& parameter);
    Code section(const Access& access, Copy& copy);
    SectionForm::Dimension dimension(const Access& access, std::size_t d, Copy& copy, Code& list);
    struct MadeCopy {
        std::string name; // empty: not yet
        struct Place {    // a parameter behind all others
            const Subscript* subscript;
            std::string extent;
            long k;
        };
        std::vector<Place> places;
    };
    void make_copy(Copy& copy, MadeCopy& made);
    [[nodiscard]] bool tells_rows_apart() const;
    [[nodiscard]] std::string name_of_copy() const;

    const Parallel& it_;
    CmapsUnit& unit_;
    CoordinationExpressions& expressions_;
    Code& helpers_;
    [[nodiscard]] Code all_of(const Subscript& subscript, const Code& places) const;
    static std::string scaled(const Subscript& subscript);

    bool doubts_ = false;
    const ParallelIndex* inner_ = nullptr;
    MadeCopy copy_, doubting_copy_;
};

} // namespace hydra::frontend::cmaps
