// Kernels for arrays of which the device has pages here and there (hydra_rt.h, hydra_rt_offload): they compute
// addresses as others do, and look up where each number lies that they read or write.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "codegen/device/device_body.h"

namespace hydra::codegen {

class DevicePages {
  public:
    DevicePages(DeviceScope& scope, const Frame& frame) : scope_(scope), frame_(frame) {}

    // The slot in whose pages the expression, a number in memory, has to be looked for; nullopt: it is something else,
    // or the kernel looks for nothing in pages. Of what encloses others this is asked first. Throws HostOnly where it
    // may lie in the pages of several slots, or go from one page to the next.
    std::optional<int> slot_of(const ir::Expr& expr);
    // The text of that number. pages: the slot's; plain: its text where arrays are in one piece.
    std::string text(const ir::Expr& expr, const std::string& pages, const std::string& plain);

    // While it lives the number is written as where arrays are in one piece.
    class Kept {
      public:
        Kept(DevicePages& pages, const ir::Expr& expr) : pages_(pages), expr_(expr) { pages_.kept_.insert(&expr); }
        Kept(const Kept&) = delete;
        Kept& operator=(const Kept&) = delete;
        ~Kept() { pages_.kept_.erase(&expr_); }

      private:
        DevicePages& pages_;
        const ir::Expr& expr_;
    };

  private:
    void keep(const ir::Expr& lvalue);
    [[nodiscard]] bool is_in_memory(const ir::Expr& expr) const;

    DeviceScope& scope_;
    const Frame& frame_;
    std::set<const ir::Expr*> kept_;
};

} // namespace hydra::codegen
