// Each store must name the variable, or a member of it by `.`; members are kept apart, since different iterations may
// store into them.
#include "frontend/directive/last_stored.h"

#include <algorithm>
#include <optional>

namespace hydra::frontend {

using namespace ir;

namespace {

// A pointer may mean something else on another rank (the address of a local variable).
bool can_travel(TypeRef type) {
    if (type->quals.is_volatile || type->is_pointer() || !size_of(type))
        return false;
    if (type->is_array())
        return can_travel(type->inner);
    return !type->is_record() || std::all_of(type->tag->fields.begin(), type->tag->fields.end(),
                                             [](const Field& field) { return can_travel(field.type); });
}

// Whether the member is a bit-field, or lies in a union, where it shares bytes with others.
bool lies_with_others(const Member& member) {
    auto record = strip(member.base.get())->type;
    for (const int index : member.path) {
        if (record->kind != TypeKind::Struct || record->tag == nullptr ||
            static_cast<std::size_t>(index) >= record->tag->fields.size())
            return true;
        const auto& field = record->tag->fields[static_cast<std::size_t>(index)];
        if (field.bit_width)
            return true;
        record = field.type;
    }
    return false;
}

std::optional<LastStored> stored_by(const Access& access) {
    LastStored stored{access.variable, "", access.at->type, {}, access.at->range};
    const auto* node = strip(access.at);
    stored.type = node->type;
    while (const auto* member = node->as<Member>()) {
        if (member->arrow || lies_with_others(*member))
            return std::nullopt;
        stored.member = "." + member->field + stored.member;
        node = strip(member->base.get());
    }
    if (node->as<DeclRef>() == nullptr || !can_travel(stored.type))
        return std::nullopt;
    stored.targets = {node};
    return stored;
}

bool overlap(const std::string& a, const std::string& b) {
    const auto& shorter = a.size() < b.size() ? a : b;
    const auto& longer = a.size() < b.size() ? b : a;
    return a != b && longer.starts_with(shorter) && (shorter.empty() || longer[shorter.size()] == '.');
}

} // namespace

std::vector<LastStored> last_stored(const std::vector<const Access*>& accesses) {
    std::vector<LastStored> found;
    for (const auto* access : accesses) {
        auto next = access->write && !access->by_address && !access->array_inside &&
                            access->variable->storage != Storage::register_ &&
                            access->variable->storage != Storage::thread && !access->variable->type->quals.is_volatile
                        ? stored_by(*access)
                        : std::nullopt;
        if (!next)
            return {};
        const auto same =
            std::find_if(found.begin(), found.end(), [&](const LastStored& f) { return f.member == next->member; });
        if (same != found.end())
            same->targets.push_back(next->targets.front());
        else if (std::any_of(found.begin(), found.end(),
                             [&](const LastStored& f) { return overlap(f.member, next->member); }))
            return {};
        else
            found.push_back(std::move(*next));
    }
    return found;
}

} // namespace hydra::frontend
