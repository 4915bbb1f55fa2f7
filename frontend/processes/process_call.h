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
    };
    // border: in C, whether subscripts that the innermost loop counts may wrap; empty: they may.
    Call write(const std::vector<P::ArgumentContext*>& arguments, const std::string& border);
    Code element(const Access& access, const std::string& border);
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
    Code written_element(const RoleParameter& parameter, const Access& access, Call& call);
    Code plain_parameter(const RoleParameter& parameter);
    Code section(const Access& access, Copy& copy);
    SectionForm::Dimension dimension(const Access& access, std::size_t d, Copy& copy, Code& list);
    [[nodiscard]] std::string name_of_copy() const;

    const Parallel& it_;
    CmapsUnit& unit_;
    CoordinationExpressions& expressions_;
    Code& helpers_;
    [[nodiscard]] Code all_of(const Subscript& subscript, const Code& places) const;
    static std::string scaled(const Subscript& subscript);

    bool doubts_ = false;
    std::string copy_, border_copy_; // their names, once they have been made
};

} // namespace hydra::frontend::cmaps
