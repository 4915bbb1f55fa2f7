// The operations of a function: what is left of its statements, with launches and transfers between them. program.h
// says what they mean.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "ir/kernel.h"
#include "ir/site.h"
#include "ir/tree.h"

namespace hydra::ir {

struct Op;
bool operator==(const Op& a, const Op& b);
using Block = std::vector<Op>;

// Operations that stand for statements of the user's carry the place too (`at`, "prog.c:12"), which the text form shows
// beside the number of the statement.
struct AllocOp {
    const VarDecl* array = nullptr;
    std::string name;
    friend bool operator==(const AllocOp&, const AllocOp&) = default;
}; // a static array (before main) or a local one (its scope entered)
struct FreeOp {
    std::string what;
    SourceRange range;
    std::string at;
    friend bool operator==(const FreeOp&, const FreeOp&) = default;
}; // free(p), realloc(p, n): done by the runtime's allocator
struct TransferOp {
    SiteId site;
    friend bool operator==(const TransferOp&, const TransferOp&) = default;
};
struct LaunchOp {
    KernelId kernel;
    friend bool operator==(const LaunchOp&, const LaunchOp&) = default;
};
struct SerialOp {
    const Stmt* statement = nullptr;
    std::string at;
    friend bool operator==(const SerialOp&, const SerialOp&) = default;
}; // runs on every rank; holds no launch
struct LoopOp {
    const Stmt* statement = nullptr;
    Block condition;
    Block body;
    std::string at;
    friend bool operator==(const LoopOp&, const LoopOp&) = default;
}; // a while/do/for that holds a launch
struct BranchOp {
    const Stmt* statement = nullptr;
    Block then, otherwise;
    std::string at;
    friend bool operator==(const BranchOp&, const BranchOp&) = default;
}; // an if or switch that holds a launch

struct Op {
    std::variant<AllocOp, FreeOp, TransferOp, LaunchOp, SerialOp, LoopOp, BranchOp> node;
    template <class T> [[nodiscard]] const T* as() const { return std::get_if<T>(&node); }
    template <class T> [[nodiscard]] T* as() { return std::get_if<T>(&node); }
};
inline bool operator==(const Op& a, const Op& b) { return a.node == b.node; }

} // namespace hydra::ir
