// See buffer_store.h.
#include "runtime/residence/buffer_store.h"

#include <algorithm>

namespace hydra::rt {
namespace {

template <class T> bool contains(const std::vector<T*>& list, const T* one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

} // namespace

// Null where there is no room.
std::shared_ptr<DeviceBuffer> BufferStore::make(const Layout& layout) {
    const Device::Memory memory = memory_.allocate(layout.bytes());
    return memory == nullptr ? nullptr : std::make_shared<DeviceBuffer>(memory_, memory, layout);
}

bool BufferStore::replace(const std::vector<Resident*>& members, const std::vector<DeviceBuffer*>& old,
                          const Layout& layout, bool by_host) {
    const auto is_old = [&](const std::shared_ptr<DeviceBuffer>& buffer) { return contains(old, buffer.get()); };
    std::shared_ptr<DeviceBuffer> larger = make(layout);
    if (larger == nullptr && !by_host)
        return false;
    ++moves_;
    ++changes_;
    if (larger == nullptr) { // not both at a time: by way of the host
        for (Resident* member : members) {
            member->all_to_host();
            for (const std::shared_ptr<DeviceBuffer>& buffer : member->buffers())
                if (is_old(buffer))
                    member->validity().lose(member->elements(buffer->layout()));
            std::erase_if(member->buffers(), is_old);
        }
        larger = make(layout);
        if (larger == nullptr)
            return false;
    }
    for (Resident* member : members) {
        for (const std::shared_ptr<DeviceBuffer>& buffer : member->buffers())
            if (is_old(buffer))
                member->copy_valid(*buffer, *larger);
        std::erase_if(member->buffers(), is_old);
        member->buffers().push_back(larger);
    }
    return true;
}

void BufferStore::drop_idle(Resident& resident, std::int64_t patience) {
    const auto may_go = [&](std::int64_t used, const Region& part) {
        const Region lost = part & resident.validity().valid();
        const bool idle = used + patience < resident.history.launches;
        if ((!lost.empty() && !idle) || part.intersects(resident.validity().stale()))
            return false;
        resident.validity().drop(lost);
        return true;
    };
    std::erase_if(resident.buffers(), [&](const std::shared_ptr<DeviceBuffer>& buffer) {
        Layout& layout = buffer->layout();
        if (buffer.use_count() > 1)
            return false;
        if (layout.is_tight()) { // all or nothing
            const std::int64_t used = layout.last_used();
            const bool goes = used != resident.history.launches && may_go(used, resident.elements(layout));
            changes_ += goes ? 1 : 0;
            return goes;
        }
        for (std::size_t i = layout.list().size(); i-- > 0;) {
            const Section& section = layout.list()[i];
            if (section.used == resident.history.launches ||
                !may_go(section.used, resident.elements(section.stretch())))
                continue;
            layout.remove(i);
            changed(*buffer);
        }
        return layout.list().empty();
    });
}

} // namespace hydra::rt
