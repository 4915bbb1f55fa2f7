// See slice_notes.h.
#include "passes/inspector/slice_notes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace hydra::passes {

using ir::Expr;

namespace {

// The element or variable that the place is a part of, and where in it that lies, in bytes.
struct PlacePart {
    const Expr* whole = nullptr;
    std::int64_t offset = 0;
};

std::int64_t offset_of(const ir::Member& member) {
    std::int64_t offset = 0;
    const ir::TagDecl* tag = member.base->type->tag;
    for (const int number : member.path) {
        const ir::Field& field = tag->fields[static_cast<std::size_t>(number)];
        offset += field.offset;
        tag = field.type->tag;
    }
    return offset;
}

PlacePart part_of(const Expr& place) {
    PlacePart part{ir::strip(&place), 0};
    for (;;) {
        const auto* member = part.whole->as<ir::Member>();
        const auto* index = part.whole->as<ir::Index>();
        if (member != nullptr && !member->arrow && member->base->lvalue && member->base->type->is_record()) {
            part.offset += offset_of(*member);
            part.whole = ir::strip(member->base.get());
            continue;
        }
        const Expr* const array = index != nullptr ? ir::strip(index->base.get()) : nullptr;
        const auto number =
            array != nullptr && array->type->is_array() ? ir::constant_value(*index->index) : std::nullopt;
        const auto size = number ? ir::size_of(part.whole->type) : std::nullopt;
        if (!size)
            return part;
        part.offset += *number * *size;
        part.whole = array;
    }
}

bool names(const Expr& expr, const ir::VarDecl* variable) { return named_in(expr).contains(variable); }

// `v`, `v + …`, `… + v` and `v - …`, where nothing else names v.
bool grows_with(const Expr& expr, const ir::VarDecl* variable) {
    const Expr* const e = ir::strip(&expr);
    if (ir::named_variable(e) == variable)
        return true;
    const auto* binary = e->as<ir::Binary>();
    if (binary == nullptr || (binary->op != ir::BinaryOp::add && binary->op != ir::BinaryOp::sub))
        return false;
    if (!e->type->is_integer() || !binary->lhs->type->is_integer())
        return false;
    const bool left = names(*binary->lhs, variable), right = names(*binary->rhs, variable);
    if (left == right)
        return false;
    return left ? grows_with(*binary->lhs, variable)
                : binary->op == ir::BinaryOp::add && grows_with(*binary->rhs, variable);
}

} // namespace

Variables named_in(const Expr& expr) {
    Variables named;
    walk(
        expr,
        [&](const Expr& part) {
            if (part.as<ir::DeclRef>() != nullptr)
                named.insert(ir::named_variable(&part));
        },
        [](const ir::Stmt&) {});
    return named;
}

Note note_of(const Expr& place, const SliceTarget& target) {
    return {&place, target, ir::size_of(place.type).value_or(1)};
}

std::vector<Note> joined(const std::vector<Note>& notes) {
    using Key = std::tuple<int, bool, bool, std::string>;
    std::map<Key, std::size_t> group_of;
    std::vector<std::vector<std::pair<std::int64_t, Note>>> groups;
    for (const Note& note : notes) {
        const PlacePart part = part_of(*note.place);
        const Key key{note.target.slot, note.target.reads, note.target.writes, ir::print_c(*part.whole)};
        const auto [known, is_new] = group_of.try_emplace(key, groups.size());
        if (is_new)
            groups.emplace_back();
        groups[known->second].emplace_back(part.offset, note);
    }
    std::vector<Note> all;
    for (auto& group : groups) {
        std::stable_sort(group.begin(), group.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::int64_t begin = 0;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto& [offset, note] = group[i];
            if (i == 0 || offset > begin + all.back().bytes) {
                begin = offset;
                all.push_back(note);
            } else {
                all.back().bytes = std::max(all.back().bytes, offset + note.bytes - begin);
            }
        }
    }
    return all;
}

std::vector<std::vector<Note>> alike(const std::vector<Note>& notes) {
    using Key = std::tuple<bool, bool, std::int64_t, std::int64_t, std::int64_t, std::string>;
    std::map<Key, std::size_t> group_of;
    std::vector<std::vector<Note>> groups;
    for (const Note& note : notes) {
        const PlacePart part = part_of(*note.place);
        const auto* element = part.whole->as<ir::Index>();
        const auto size = element != nullptr ? ir::size_of(part.whole->type) : std::nullopt;
        if (!size || note.target.slot < 0) {
            groups.push_back({note});
            continue;
        }
        const Key key{note.target.reads, note.target.writes,          note.bytes, *size,
                      part.offset,       ir::print_c(*element->index)};
        const auto known = group_of.find(key);
        const bool joins = known != group_of.end() &&
                           std::none_of(groups[known->second].begin(), groups[known->second].end(),
                                        [&](const Note& other) { return other.target.slot == note.target.slot; });
        if (joins) {
            groups[known->second].push_back(note);
        } else {
            group_of.insert_or_assign(key, groups.size());
            groups.push_back({note});
        }
    }
    return groups;
}

std::optional<std::int64_t> step_along(const Note& note, const ir::VarDecl* variable) {
    const PlacePart part = part_of(*note.place);
    const auto* element = part.whole->as<ir::Index>();
    const auto size = element != nullptr ? ir::size_of(part.whole->type) : std::nullopt;
    const bool is_whole = size && part.offset == 0 && note.bytes == *size;
    if (!is_whole || names(*element->base, variable) || !grows_with(*element->index, variable))
        return std::nullopt;
    return size;
}

} // namespace hydra::passes
