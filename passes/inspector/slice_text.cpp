// The text of a slice: the statements that a slice keeps, in their order and with their braces, so that names
// mean what they mean in the body. An expression that is kept whole is printed; of others, only the notes and the
// assignments that matter remain, under the conditions on which they happen. Copies of functions keep the parameters
// that matter.
#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "passes/flow/counting.h"
#include "passes/inspector/guard_parts.h"
#include "passes/inspector/own_counters.h"
#include "passes/inspector/slice.h"
#include "passes/inspector/slice_closure.h"
#include "passes/inspector/slice_code.h"
#include "passes/inspector/slice_notes.h"
#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

class SliceWriter {
  public:
    SliceWriter(const SliceScope& scope, const Slice& slice, const std::map<const Expr*, SliceTarget>& targets,
                int stage)
        : scope_(scope), slice_(slice), targets_(targets), code_(scope, slice, stage), counters_(scope, slice) {}

    // Prototypes of all copies, which may call one another, then the copies.
    std::string functions() {
        std::string heads;
        for (const ir::FunctionDecl* function : scope_.functions())
            if (slice_.holds(function))
                heads += code_.head(*function) + ";\n";
        for (const ir::FunctionDecl* function : scope_.functions()) {
            if (!slice_.holds(function))
                continue;
            inside_ = function;
            code_.enter(function);
            line(0, code_.head(*function));
            statement(*function->body, 0);
        }
        inside_ = nullptr;
        code_.enter(nullptr);
        return heads + take();
    }

    void statement(const Stmt& stmt, int depth) {
        const bool label = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
        if (!label && !slice_.kept.contains(&stmt))
            return;
        const bool running = slice_.running.contains(&stmt);
        if (const auto* compound = stmt.as<ir::Compound>()) {
            line(depth, "{");
            for (const auto& item : compound->items)
                statement(*item, depth + 1);
            line(depth, "}");
        } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
            effects(*expression->expr, depth);
        } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
            declare(*declaration, depth);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            if (slice_.alike.contains(&stmt))
                return statement(*branch->then, depth);
            if (!running)
                return effects(*branch->cond, depth);
            line(depth, fmt::format("if ({})", condition(*branch, depth)));
            block(branch->then.get(), depth);
            if (branch->otherwise && slice_.kept.contains(branch->otherwise.get())) {
                line(depth, "else");
                block(branch->otherwise.get(), depth);
            }
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            if (!running)
                return effects(*choice->value, depth);
            line(depth, fmt::format("switch ({})", code_.of(*choice->value)));
            statement(*choice->body, depth);
        } else if (label) {
            labelled(stmt, depth);
        } else if (const auto* leave = stmt.as<ir::Return>()) {
            if (slice_.valued.contains(inside_))
                return line(depth, leave->value ? fmt::format("return {};", code_.of(*leave->value)) : "return;");
            if (leave->value)
                effects(*leave->value, depth);
            line(depth, "return;");
        } else if (stmt.as<ir::Break>() != nullptr) {
            line(depth, "break;");
        } else if (stmt.as<ir::Continue>() != nullptr) {
            line(depth, "continue;");
        } else {
            loop(stmt, running, depth);
        }
    }

    // One iteration.
    std::string body(const Stmt& stmt, int depth) {
        statement(stmt, depth);
        const std::string inner = take();
        if (!leaves_)
            return inner;
        line(depth, "{");
        line(depth, "__label__ hydra_leave;");
        text_ += inner;
        line(depth, "hydra_leave:;");
        line(depth, "}");
        return take();
    }

    [[nodiscard]] std::string take() {
        put_notes();
        return std::exchange(text_, {});
    }

  private:
    // Without the parts that the slice leaves out; what is noted in these comes before.
    std::string condition(const ir::If& branch, int depth) {
        const auto [parts, skips] = guard_parts(branch);
        const auto is_dropped = [&](const Expr* part) { return slice_.dropped.contains(part); };
        if (std::none_of(parts.begin(), parts.end(), is_dropped))
            return code_.of(*branch.cond);
        std::string text;
        for (const Expr* part : parts) {
            if (!is_dropped(part)) {
                text += fmt::format("{}({})", text.empty() ? "" : skips ? " || " : " && ", code_.of(*part));
            } else if (slice_.kept_exprs.contains(part)) {
                line(depth, text.empty() ? "if (1) {"
                                         : fmt::format(fmt::runtime(skips ? "if (!({})) {{" : "if ({}) {{"), text));
                effects(*part, depth + 1);
                line(depth, "}");
            }
        }
        return text.empty() ? "1" : text;
    }

    void line(int depth, const std::string& code) {
        put_notes();
        text_ += indented(depth, code + "\n");
    }

    static std::string indented(int depth, const std::string& lines) {
        std::string result;
        for (std::size_t at = 0; at < lines.size();) {
            const std::size_t end = lines.find('\n', at) + 1;
            result += std::string(static_cast<std::size_t>(depth) * 4, ' ') + lines.substr(at, end - at);
            at = end;
        }
        return result;
    }

    void block(const Stmt* body, int depth) {
        if (body->as<ir::Compound>() != nullptr && slice_.kept.contains(body))
            return statement(*body, depth);
        line(depth, "{");
        statement(*body, depth + 1);
        line(depth, "}");
    }

    void declare(const ir::DeclStmt& declaration, int depth) {
        for (const auto& variable : declaration.variables) {
            if (slice_.matters(variable.get())) {
                const std::string what = ir::declare(variable->type, variable->name);
                line(depth, variable->init ? fmt::format("{} = {};", what, code_.of(*variable->init)) : what + ";");
                line(depth, fmt::format("(void){};", variable->name));
            } else if (variable->init) {
                effects(*variable->init, depth);
            }
        }
    }

    void labelled(const Stmt& stmt, int depth) {
        const Stmt* body = nullptr;
        if (const auto* one = stmt.as<ir::Case>()) {
            const std::string high = one->high ? " ... " + code_.of(*one->high) : "";
            line(depth, fmt::format("case {}{}:;", code_.of(*one->low), high));
            body = one->body.get();
        } else {
            line(depth, "default:;");
            body = stmt.as<ir::Default>()->body.get();
        }
        if (body != nullptr)
            statement(*body, depth);
    }

    void loop(const Stmt& stmt, bool running, int depth) {
        const auto* for_ = stmt.as<ir::For>();
        const auto* while_ = stmt.as<ir::While>();
        const auto* do_ = stmt.as<ir::DoWhile>();
        const Expr* cond = for_ != nullptr     ? for_->cond.get()
                           : while_ != nullptr ? while_->cond.get()
                                               : do_->cond.get();
        const Stmt* body = for_ != nullptr     ? for_->body.get()
                           : while_ != nullptr ? while_->body.get()
                                               : do_->body.get();
        if (for_ != nullptr && running)
            if (auto through = run_through(*for_)) {
                put_notes();
                text_ += indented(depth, written(*through));
                return;
            }
        line(depth, "{");
        if (for_ != nullptr && for_->init)
            statement(*for_->init, depth + 1);
        if (slice_.dropped.contains(&stmt)) {
            block(body, depth + 1);
            return line(depth, "}");
        }
        if (cond != nullptr)
            entry_notes(*cond, depth + 1);
        if (running && do_ != nullptr) {
            line(depth + 1, "do");
            block(body, depth + 1);
            line(depth + 1, fmt::format("while ({});", code_.of(*cond)));
        } else if (running) {
            const std::string next = for_ != nullptr && for_->inc ? increment(*for_->inc) : "";
            line(depth + 1, fmt::format("for (; {}; {})", cond != nullptr ? code_.of(*cond) : "", next));
            block(body, depth + 1);
        }
        line(depth, "}");
    }

    // What is kept of a loop's third expression, as one; the rest of it may store to memory.
    [[nodiscard]] std::string increment(const Expr& expr) {
        if (!slice_.kept_exprs.contains(&expr))
            return "";
        const std::string before = take();
        effects(expr, 0);
        std::string kept = take();
        text_ = before;
        const bool simple = std::count(kept.begin(), kept.end(), '\n') == 1 && kept.ends_with(";\n");
        if (simple)
            return kept.substr(0, kept.size() - 2);
        std::replace(kept.begin(), kept.end(), '\n', ' ');
        return "({ " + kept + "})";
    }

    void entry_notes(const Expr& expr, int depth) {
        if (slice_.at_entry.contains(&expr))
            return note(expr, depth);
        ir::for_each_child(expr, [&](const Expr& child) { entry_notes(child, depth); });
    }

    // Those that follow one another are written together, but for what goes on to another element as it is noted.
    void note(const Expr& expr, int depth) {
        const bool alone = does_more(expr);
        if (alone)
            put_notes();
        notes_.push_back(note_of(expr, targets_.at(&expr)));
        notes_depth_ = depth;
        if (alone)
            put_notes();
    }

    // Whether to know the place does more than that: `a[i++]`, `a[next()]`.
    static bool does_more(const Expr& place) {
        bool more = false;
        walk(
            place,
            [&](const Expr& part) {
                more = more || assigned_variable(part) != nullptr || stores_to_memory(part) ||
                       part.as<ir::Call>() != nullptr || part.as<ir::StatementExpr>() != nullptr;
            },
            [](const Stmt&) {});
        return more;
    }

    void put_notes() { text_ += indented(notes_depth_, touches(joined(std::exchange(notes_, {})))); }

    // All at one place.
    [[nodiscard]] std::string touches(const std::vector<Note>& notes) const {
        std::string all;
        for (const std::vector<Note>& group : alike(notes)) {
            const Note& first = group.front();
            if (group.size() == 1) {
                all += touch(first, fmt::format("{}", first.bytes));
                continue;
            }
            std::string slots, places;
            for (const Note& note : group) {
                slots += fmt::format("{}{}", slots.empty() ? "" : ", ", note.target.slot);
                places += fmt::format("{}&({})", places.empty() ? "" : ", ", code_.of(*note.place));
            }
            all += fmt::format("{{\n    static const int hydra_slots[] = {{{}}};\n"
                               "    const volatile void *const hydra_at[] = {{{}}};\n"
                               "    hydra_rt_touch_alike({}, hydra_slots, hydra_at, {}, {}, {});\n}}\n",
                               slots, places, group.size(), first.target.reads ? 1 : 0, first.target.writes ? 1 : 0,
                               first.bytes);
        }
        return all;
    }

    [[nodiscard]] std::string touch(const Note& note, const std::string& bytes) const {
        const std::string how = note.target.slot < 0 ? "_any(" : fmt::format("({}, ", note.target.slot);
        return fmt::format("hydra_rt_touch{}{}, {}, &({}), {});\n", how, note.target.reads ? 1 : 0,
                           note.target.writes ? 1 : 0, code_.of(*note.place), bytes);
    }

    // ---- loops that do nothing but note ----

    // Conditions and loops.
    struct Block {
        std::string open, close;
        friend bool operator==(const Block&, const Block&) = default;
    };
    // Notes, under whatever conditions and in whatever loops: nothing changes but variables of their own. So in which
    // order, and how often, they are made is the same.
    struct Item {
        std::string text; // lines
        Variables named;
        std::optional<Note> note;  // instead
        std::vector<Block> blocks; // around it, the innermost first
        Variables blocks_name;
    };
    using Items = std::vector<Item>;

    // Those that follow one another in the same blocks stand together.
    [[nodiscard]] std::string written(const Items& items) const {
        std::string all;
        for (auto item = items.begin(); item != items.end();) {
            std::string text;
            std::vector<Note> notes;
            const auto& blocks = item->blocks;
            for (; item != items.end() && item->blocks == blocks; ++item)
                if (item->note)
                    notes.push_back(*item->note);
                else
                    text += item->text;
            text += touches(notes);
            for (const Block& block : blocks)
                text = block.open + indented(2, text) + block.close;
            all += text;
        }
        return all;
    }

    // Nullopt: there is more in it than that.
    std::optional<Items> items_of(const Stmt& stmt) {
        if (stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr)
            return std::nullopt;
        if (!slice_.kept.contains(&stmt))
            return Items{};
        if (slice_.alike.contains(&stmt))
            return items_of(*stmt.as<ir::If>()->then);
        Items items;
        const bool running = slice_.running.contains(&stmt);
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items) {
                auto inner = items_of(*item);
                if (!inner)
                    return std::nullopt;
                std::move(inner->begin(), inner->end(), std::back_inserter(items));
            }
            return items;
        }
        bool all = false;
        if (const auto* expression = stmt.as<ir::ExprStmt>()) {
            all = only_notes(*expression->expr, items);
        } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
            const auto& list = declaration->variables;
            all = std::all_of(list.begin(), list.end(), [&](const auto& variable) {
                return !slice_.matters(variable.get()) && (!variable->init || only_notes(*variable->init, items));
            });
        } else if (const auto* branch = stmt.as<ir::If>()) {
            all = running ? !counters_.changes_other(*branch->cond, nullptr) && items_of(*branch->then) &&
                                (!branch->otherwise || items_of(*branch->otherwise))
                          : only_notes(*branch->cond, items);
            if (all && running)
                items.push_back(captured(stmt));
        } else if (const auto* loop = stmt.as<ir::For>(); loop != nullptr && running) {
            auto through = run_through(*loop);
            all = through.has_value();
            items = std::move(through).value_or(Items{});
        } else if (loop != nullptr && slice_.dropped.contains(&stmt)) { // one round
            auto begun = loop->init ? items_of(*loop->init) : Items{};
            auto round = items_of(*loop->body);
            all = begun && round;
            items = std::move(begun).value_or(Items{});
            if (all)
                std::move(round->begin(), round->end(), std::back_inserter(items));
        } else if (loop != nullptr) { // but for what its condition reads when it begins
            auto begun = loop->init ? items_of(*loop->init) : Items{};
            all = begun.has_value();
            items = std::move(begun).value_or(Items{});
            if (all && loop->cond)
                entry_items(*loop->cond, items);
        }
        return all ? std::optional(std::move(items)) : std::nullopt;
    }

    // Adds what is noted of an expression; false: it does more.
    bool only_notes(const Expr& expr, Items& items) {
        if (!slice_.kept_exprs.contains(&expr))
            return true;
        if (slice_.targets.contains(&expr)) {
            items.push_back(item_of(note_of(expr, targets_.at(&expr))));
            return !does_more(expr);
        }
        if (ends_program(expr) || expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::Conditional>() != nullptr ||
            counters_.changed(expr) != nullptr)
            return false;
        const auto* call = expr.as<ir::Call>();
        if (const auto* function = call == nullptr ? nullptr : scope_.entered(*call);
            function != nullptr && slice_.noting.contains(function))
            return false;
        const auto* binary = expr.as<ir::Binary>();
        if (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or) &&
            slice_.kept_exprs.contains(binary->rhs.get()))
            return false;
        bool all = true;
        ir::for_each_child(expr, [&](const Expr& child) { all = all && only_notes(child, items); });
        return all;
    }

    // A statement that is written as it always is.
    Item captured(const Stmt& stmt) {
        const std::string before = take();
        statement(stmt, 0);
        Item item;
        item.text = take();
        text_ = before;
        walk(
            stmt,
            [&](const Expr& part) {
                if (part.as<ir::DeclRef>() != nullptr)
                    item.named.insert(ir::named_variable(&part));
            },
            [](const Stmt&) {});
        return item;
    }

    static Item item_of(const Note& note) {
        Item item;
        item.named = named_in(*note.place);
        item.note = note;
        return item;
    }

    void entry_items(const Expr& expr, Items& items) {
        if (slice_.at_entry.contains(&expr))
            items.push_back(item_of(note_of(expr, targets_.at(&expr))));
        else
            ir::for_each_child(
                expr, [&](const Expr& child) { entry_items(child, items); });
    }

    static void join_notes(Items& items) {
        std::vector<Note> notes;
        std::erase_if(items, [&](const Item& item) {
            const bool joins = item.note && item.blocks.empty();
            if (joins)
                notes.push_back(*item.note);
            return joins;
        });
        for (const Note& note : joined(notes))
            items.push_back(item_of(note));
    }

    // Where a loop's rounds note bytes that lie one behind the other: all of them, in its first round.
    void note_all_rounds(const ir::For& loop, const ir::VarDecl* variable, Item& item) const {
        const auto counts = counting(loop);
        const bool by_one = counts && counts->variable == variable && variable->type->is_integer() &&
                            counts->bound->type->is_integer() &&
                            (counts->step == nullptr || ir::constant_value(*counts->step) == 1) &&
                            !counts->descending && !counts->as_unsigned && counts->further.empty() &&
                            (counts->compare == BinaryOp::lt || counts->compare == BinaryOp::le) &&
                            !named_in(*counts->bound).contains(variable);
        const auto step = by_one ? step_along(*item.note, variable) : std::nullopt;
        if (!step)
            return;
        item.text =
            touch(*item.note, fmt::format("(unsigned long)((long)({}) - (long){}{}) * {}", code_.of(*counts->bound),
                                          variable->name, counts->compare == BinaryOp::le ? " + 1" : "", *step));
        const Variables bound = named_in(*counts->bound);
        item.named.insert(bound.begin(), bound.end());
        item.named.erase(variable);
        item.note = std::nullopt;
    }

    // A loop that does nothing but note. What is the same in all rounds is noted in the first one, and what lies one
    // behind the other at once: only the rest needs the rounds.
    std::optional<Items> run_through(const ir::For& loop) {
        const auto [variable, init] = counters_.of(loop, inside_);
        auto items = variable != nullptr ? items_of(*loop.body) : std::nullopt;
        if (!items)
            return std::nullopt;
        join_notes(*items);
        const std::string before = take(), head = code_.of(*loop.cond);
        line(0, "{");
        statement(*loop.init, 1);
        const std::string begin = take();
        const Block first{begin + fmt::format("    if ({}) {{\n", head), "    }\n}\n"};
        const Block each{begin + fmt::format("    for (; {}; {}) {{\n", head, increment(*loop.inc)), "    }\n}\n"};
        Variables names = named_in(*init);
        names.merge(named_in(*loop.cond));
        names.merge(named_in(*loop.inc));
        Items all;
        for (Item& item : *items) {
            if (item.note && item.named.contains(variable) && !item.blocks_name.contains(variable))
                note_all_rounds(loop, variable, item);
            const bool is_same = !item.named.contains(variable) && !item.blocks_name.contains(variable);
            item.blocks.push_back(is_same ? first : each);
            item.blocks_name.insert(names.begin(), names.end());
            item.blocks_name.erase(variable);
            item.named.erase(variable);
            all.push_back(std::move(item));
        }
        entry_items(*loop.cond, all);
        text_ = before;
        return all;
    }

    // What is kept of an expression whose value nobody needs.
    void effects(const Expr& expr, int depth) {
        if (!slice_.kept_exprs.contains(&expr))
            return;
        if (slice_.targets.contains(&expr))
            return note(expr, depth);
        if (ends_program(expr)) {
            leaves_ = true;
            return line(depth, "goto hydra_leave;");
        }
        if (const auto* found = expr.as<ir::Call>())
            if (const ir::FunctionDecl* function = scope_.entered(*found);
                function != nullptr && slice_.noting.contains(function)) {
                for (std::size_t i = 0; i < found->args.size(); ++i)
                    if (!slice_.matters(function->params[i].get()))
                        effects(*found->args[i], depth);
                return line(depth, code_.call(*found, *function) + ";");
            }
        if (const auto* binary = expr.as<ir::Binary>()) {
            const bool logical = binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or;
            const bool guards = logical && slice_.kept_exprs.contains(binary->rhs.get());
            if (guards && slice_.dropped.contains(binary->lhs.get())) {
                effects(*binary->lhs, depth);
                return effects(*binary->rhs, depth);
            }
            if (guards) {
                const char* form = binary->op == BinaryOp::logical_and ? "if ({}) {{" : "if (!({})) {{";
                line(depth, fmt::format(fmt::runtime(form), code_.of(*binary->lhs)));
                effects(*binary->rhs, depth + 1);
                return line(depth, "}");
            }
            if (ir::is_assignment(binary->op) && counters_.is_kept(*binary->lhs))
                return line(depth, code_.of(expr) + ";");
        }
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op >= ir::UnaryOp::pre_inc &&
                                                      unary->op <= ir::UnaryOp::post_dec &&
                                                      counters_.is_kept(*unary->operand))
            return line(depth, code_.of(expr) + ";");
        if (const auto* conditional = expr.as<ir::Conditional>()) {
            const bool then = conditional->then && slice_.kept_exprs.contains(conditional->then.get());
            if (then || slice_.kept_exprs.contains(conditional->otherwise.get())) {
                line(depth, fmt::format("if ({}) {{", code_.of(*conditional->cond)));
                if (then)
                    effects(*conditional->then, depth + 1);
                line(depth, "} else {");
                effects(*conditional->otherwise, depth + 1);
                return line(depth, "}");
            }
        }
        ir::for_each_child(expr, [&](const Expr& child) { effects(child, depth); });
    }

    const SliceScope& scope_;
    const Slice& slice_;
    const std::map<const Expr*, SliceTarget>& targets_;
    SliceCode code_;
    OwnCounters counters_;
    const ir::FunctionDecl* inside_ = nullptr; // whose copy is written; null: the body is
    std::string text_;
    std::vector<Note> notes_; // that are to be written behind it
    int notes_depth_ = 0;
    bool leaves_ = false; // where the program would end
};

} // namespace

std::optional<std::int64_t> constant_size(const ir::SizeOf& size) {
    const ir::TypeRef type = size.operand && !size.align ? size.operand->type : nullptr;
    return type != nullptr && !type->is_array() && !type->is_function() ? ir::size_of(type) : std::nullopt;
}

SliceText slice_text(const SliceScope& scope, const Slice& slice, const std::map<const Expr*, SliceTarget>& targets,
                     int stage) {
    SliceWriter writer(scope, slice, targets, stage);
    std::string functions = writer.functions();
    return {std::move(functions), writer.body(*scope.loop().body, 2)}; // in the loop over iterations, in a function
}

} // namespace hydra::passes
