// Which of an allocation's elements are newest on a device: `valid`, those whose newest value (of those that this rank
// has) is there, and `stale`, those of them that the host lacks. And who has asked for them: what was given up although
// it was valid, and whether sums that launches accumulate are wanted on the host first.
#pragma once

#include "runtime/sets/view.h"

#include <utility>

namespace hydra::rt {

class Validity {
  public:
    Validity(const Shape& shape, int shape_id)
        : shape_(shape), shape_id_(shape_id), valid_(shape.dims()), stale_(shape.dims()), dropped_(shape.dims()) {}

    // The index space that all regions are in.
    [[nodiscard]] const Shape& shape() const { return shape_; }
    [[nodiscard]] int shape_id() const { return shape_id_; }
    // The allocation's shape gets finer as launches look at it in other ways.
    void follow(const Shape& shape, int shape_id);

    [[nodiscard]] const Region& valid() const { return valid_; }
    [[nodiscard]] const Region& stale() const { return stale_; } // a part of valid

    void written_by_host(const Region& part);
    void written_by_device(const Region& part);
    // What was here of all others means nothing any more.
    void keep_only(const Region& held);
    // Copies have been made: the device has these now, or the host does.
    void is_on_device(const Region& part) { valid_ |= part; }
    void is_on_host(const Region& part) { stale_ -= part; }
    // The device has these no more, none of which the host lacks; drop: although they were valid.
    void lose(const Region& part) { valid_ -= part; }
    void drop(const Region& part) {
        valid_ -= part;
        dropped_ |= part;
    }
    // Whether any of these, which are to be valid again, has been dropped.
    bool takes_back(const Region& part);

    // A launch has accumulated into the allocation, and the sums are here or on the host.
    void accumulated() { is_sum_ = true; }
    // Who asks first for what was accumulated.
    void host_asks() {
        if (std::exchange(is_sum_, false))
            host_first_ = true;
    }
    void kernel_asks() {
        if (std::exchange(is_sum_, false))
            host_first_ = false;
    }
    // What the device alone has of these into which a launch accumulates, where it is to stay there; it is not where
    // the last such sums had to come to the host, or where no kernel has asked for them.
    Region keeps_sum(const Region& part);

  private:
    Shape shape_;
    int shape_id_;
    Region valid_, stale_;
    Region dropped_;          // what was not kept, but valid
    bool is_sum_ = false;     // a launch has accumulated, and it is not seen that anybody has asked for it since
    bool host_first_ = false; // the last such sum went there from here, or no kernel asked for it
};

} // namespace hydra::rt
