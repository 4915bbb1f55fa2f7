// A recursive-descent reader over words, quoted strings and braces.
#include "ir/parse.h"

#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace hydra::ir {

namespace {

struct Token {
    enum class Kind { word, string, open, close, end } kind = Kind::end;
    std::string text;
    int line = 1;
};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) { advance(); }

    Program program() {
        Program result;
        while (token_.kind != Token::Kind::end) {
            const std::string what = word();
            if (what == "kernel")
                result.kernels.push_back(kernel());
            else if (what == "site")
                result.sites.push_back(site());
            else if (what == "function")
                result.functions.push_back(function());
            else if (what == "static")
                skip_static();
            else
                fail_behind("expected kernel, site, static or function, not " + what);
        }
        return result;
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw ParseError(fmt::format("line {}: {}", token_.line, why));
    }
    // The same for the word that was just read.
    [[noreturn]] void fail_behind(const std::string& why) const {
        throw ParseError(fmt::format("line {}: {}", taken_, why));
    }

    void advance() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            line_ += text_[at_++] == '\n' ? 1 : 0;
        token_ = {Token::Kind::end, "", line_};
        if (at_ == text_.size())
            return;
        if (text_[at_] == '{' || text_[at_] == '}') {
            token_.kind = text_[at_++] == '{' ? Token::Kind::open : Token::Kind::close;
            return;
        }
        if (text_[at_] == '"') {
            token_.kind = Token::Kind::string;
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                if (text_[at_] == '\\' && at_ + 1 < text_.size())
                    ++at_;
                token_.text += text_[at_];
            }
            if (at_ == text_.size())
                fail("a string is not closed");
            ++at_;
            return;
        }
        token_.kind = Token::Kind::word;
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0 && text_[at_] != '{' &&
               text_[at_] != '}' && text_[at_] != '"')
            token_.text += text_[at_++];
    }

    std::string take(Token::Kind kind, const char* what) {
        if (token_.kind != kind)
            fail(fmt::format("expected {}", what));
        std::string text = std::move(token_.text);
        taken_ = token_.line;
        advance();
        return text;
    }
    std::string word() { return take(Token::Kind::word, "a word"); }
    std::string string() { return take(Token::Kind::string, "a quoted text"); }
    void open() { take(Token::Kind::open, "{"); }
    bool closed() {
        if (token_.kind != Token::Kind::close)
            return false;
        advance();
        return true;
    }
    std::int64_t number() {
        const std::string text = word();
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            fail_behind("expected a number, not " + text);
        return value;
    }
    [[nodiscard]] bool next_is(const char* text) const {
        return token_.kind == Token::Kind::word && token_.text == text;
    }
    bool optional(const char* text) {
        if (!next_is(text))
            return false;
        advance();
        return true;
    }

    // key, slot, read, write, maywrite; false: another word, which is left for the caller.
    bool memory(const std::string& what, std::vector<Key>& keys, std::vector<Slot>& slots,
                std::vector<Access>& accesses) {
        if (what == "key") {
            Key key;
            key.name = word();
            key.host = string();
            key.is_variable = optional("variable");
            key.natural = optional("natural");
            if (optional("limit"))
                key.limit = number();
            keys.push_back(std::move(key));
            return true;
        }
        if (what == "slot") {
            if (number() != static_cast<std::int64_t>(slots.size()))
                fail("slots are numbered from 0");
            Slot slot;
            slot.name = string();
            slot.host = string();
            slot.elem = number();
            while (token_.kind == Token::Kind::string)
                slot.lengths.push_back(string());
            if (optional("skew"))
                slot.skew = number();
            while (optional("table"))
                slot.tables.push_back(static_cast<int>(number()));
            slot.found = optional("found");
            if (optional("coarse"))
                slot.role = Slot::Role::coarse;
            else if (optional("fine"))
                slot.role = Slot::Role::fine;
            slots.push_back(std::move(slot));
            return true;
        }
        if (what != "read" && what != "write" && what != "maywrite" && what != "reduce")
            return false;
        accesses.push_back(access(what));
        return true;
    }

    Access access(const std::string& what) {
        Access access;
        access.kind = what == "read"     ? AccessKind::read
                      : what == "write"  ? AccessKind::write
                      : what == "reduce" ? AccessKind::reduce
                                         : AccessKind::may_write;
        access.slot = static_cast<int>(number());
        access.text = string();
        const std::string form = word();
        if (form == "box" || form == "whole" || form == "rows") {
            access.form = form == "box"     ? Access::Form::box
                          : form == "whole" ? Access::Form::whole
                                            : Access::Form::rows;
            if (form == "rows")
                access.rows = string();
            while (token_.kind == Token::Kind::string) {
                Bound bound;
                bound.lo = string();
                bound.hi = string();
                bound.step = string();
                access.box.push_back(std::move(bound));
            }
        } else if (form == "everything") {
            access.form = Access::Form::everything;
        } else if (form == "found") {
            access.form = Access::Form::found;
            access.stage = static_cast<int>(number());
        } else {
            fail_behind("expected box, rows, whole, found or everything, not " + form);
        }
        if (optional("row"))
            access.row = string();
        if (optional("each"))
            access.each = static_cast<int>(number());
        access.index = optional("index");
        if (optional("if"))
            access.guard = string();
        if (optional("because"))
            access.reason = string();
        while (optional("fact"))
            access.facts.push_back(string());
        return access;
    }

    Kernel kernel() {
        Kernel kernel;
        kernel.id.value = static_cast<int>(number());
        kernel.name = word();
        expect("at");
        kernel.at = string();
        open();
        while (!closed()) {
            const std::string what = word();
            if (memory(what, kernel.touches.keys, kernel.touches.slots, kernel.touches.accesses))
                continue;
            if (what == "space")
                space(kernel);
            else if (what == "align")
                kernel.distribution.alignment = {static_cast<int>(number()), static_cast<int>(number()), number(),
                                                 string(), ""};
            else if (what == "dealt") {
                kernel.distribution.dealing.in_turn = word() == "in_turn";
                kernel.distribution.dealing.bounds_move = optional("moving");
                kernel.distribution.dealing.reason = string();
            } else if (what == "replicated") {
                kernel.analysis.replicated = true;
                kernel.analysis.reason = string();
            } else if (what == "inspector")
                kernel.inspection.inspectors.push_back({string(), optional("calls") ? string() : ""});
            else if (what == "mark")
                kernel.inspection.marks.push_back(string());
            else if (what == "forgets")
                kernel.inspection.forgets = true;
            else if (what == "parallel")
                kernel.analysis.proved_parallel = true;
            else if (what == "interleaves") {
                kernel.schedule.interleaving.block = static_cast<int>(number());
                kernel.schedule.interleaving.lanes = optional("lanes");
                while (optional("roots"))
                    kernel.schedule.interleaving.plain_roots.push_back(word());
            } else if (what == "lies") {
                kernel.schedule.dimension = static_cast<int>(number());
                kernel.schedule.is_reused = optional("reused");
            } else if (what == "deals") {
                InnerLoop& inner = kernel.schedule.inner.emplace_back();
                inner.name = word();
                inner.dimension = static_cast<int>(number());
                inner.is_reused = optional("reused");
            } else
                fail_behind("a kernel has no " + what);
        }
        return kernel;
    }

    void space(Kernel& kernel) {
        kernel.space.begin = string();
        kernel.space.end = string();
        if (optional("counted")) {
            kernel.space.counted = true;
            kernel.space.start = string();
            kernel.space.step = string();
        }
        if (optional("astray"))
            kernel.space.astray = string();
        kernel.space.descending = optional("descending");
    }

    void expect(const char* text) {
        if (!optional(text))
            fail(fmt::format("expected {}", text));
    }

    Site site() {
        Site site;
        site.id.value = static_cast<int>(number());
        site.name = word();
        expect("at");
        site.at = string();
        if (!optional("condition"))
            expect("statement");
        open();
        while (!closed()) {
            const std::string what = word();
            if (what == "copies")
                site.copied = string();
            else if (what == "when")
                site.when = string();
            else if (what == "window")
                site.window = true;
            else if (what == "windows")
                site.windows = true;
            else if (what == "alone") {
                site.alone = true;
                if (std::string names = string(); !names.empty())
                    site.handed.push_back(std::move(names));
                expect("streams");
                if (std::string names = string(); !names.empty())
                    site.streams.push_back(std::move(names));
            } else if (!memory(what, site.touches.keys, site.touches.slots, site.touches.accesses))
                fail_behind("a site has no " + what);
        }
        return site;
    }

    Function function() {
        Function function;
        function.unit = static_cast<int>(number());
        function.name = word();
        function.body = block();
        return function;
    }

    void skip_static() { // static arrays have no text beyond their name
        number();
        string();
    }

    Block block() {
        Block ops;
        open();
        while (!closed())
            ops.push_back(operation());
        return ops;
    }

    Op operation() {
        const std::string what = word();
        if (what == "alloc")
            return {AllocOp{nullptr, string()}};
        if (what == "free") {
            std::string of = string();
            return {FreeOp{std::move(of), {}, string()}};
        }
        if (what == "transfer")
            return {TransferOp{{static_cast<int>(number())}}};
        if (what == "launch")
            return {LaunchOp{{static_cast<int>(number())}}};
        if (what == "serial")
            return {SerialOp{nullptr, string()}};
        if (what == "loop") {
            LoopOp loop;
            loop.at = string();
            open();
            expect("condition");
            loop.condition = block();
            expect("body");
            loop.body = block();
            if (!closed())
                fail("expected }");
            return {std::move(loop)};
        }
        if (what == "branch") {
            BranchOp branch;
            branch.at = string();
            open();
            expect("then");
            branch.then = block();
            expect("else");
            branch.otherwise = block();
            if (!closed())
                fail("expected }");
            return {std::move(branch)};
        }
        fail_behind("no operation is called " + what);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    int taken_ = 1; // the line of the last token read
    Token token_;
};

} // namespace

Program parse(std::string_view text) { return Reader(text).program(); }

} // namespace hydra::ir
