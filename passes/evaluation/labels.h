// Labels in the symbolic run, which follows the program's text: where control may come in from elsewhere, neither the
// conditions nor the values of the text before tell anything.
#pragma once
#include <vector>

#include "passes/evaluation/path_state.h"

namespace hydra::passes {

class Labels {
  public:
    explicit Labels(PathState& path) : path_(path) {}

    // A body with gotos runs in no order that the run knows: what it assigns is never known, and nothing is exact.
    void enter_body(const ir::Stmt& body);
    // While it lasts, the run is in a function's body, whose labels are none of the caller's.
    class Body {
      public:
        explicit Body(Labels& labels) : labels_(labels), kept_(labels.formulas_) {}
        ~Body() { labels_.formulas_ = kept_; }
        Body(const Body&) = delete;
        Body& operator=(const Body&) = delete;

      private:
        Labels& labels_;
        std::optional<std::size_t> kept_;
    };
    // What was assumed before the first goto or label of a body holds at all of its labels: there was no other way.
    void note_gotos(const ir::Stmt& stmt);
    // A label: control may come here from the head of the switch, or from a goto.
    void enter_label(const ir::Stmt& stmt);
    // changed, replaced: by the switch's body (see PathState::forget_after).
    void enter_switch(Variables changed, Variables replaced);
    void leave_switch() { switches_.pop_back(); }

  private:
    PathState& path_;
    // How much was assumed before the first goto or label of the function (or region).
    std::optional<std::size_t> formulas_;
    struct Entered {
        Variables changed, replaced;
        std::size_t formulas; // that were assumed at the head
    };
    std::vector<Entered> switches_;
};

} // namespace hydra::passes
