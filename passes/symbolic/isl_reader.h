// Sets and relations that isl has read, by their text, in one context: the questions about a region speak of the same
// domains again and again, and to read one with many cases takes isl longer than to answer. Private to passes/symbolic.
#pragma once
#include <functional>
#include <map>
#include <string>

#include <isl/cpp.h>

namespace hydra::passes {

class IslReader {
  public:
    IslReader();
    ~IslReader();
    IslReader(const IslReader&) = delete;
    IslReader& operator=(const IslReader&) = delete;

    [[nodiscard]] isl_ctx* context() const { return ctx_; }
    // Throw isl::exception where isl gives up.
    const isl::set& set(const std::string& text);
    const isl::map& map(const std::string& text);
    // What `make` gives, which depends on the text alone; asked only once.
    const isl::map& map(const std::string& text, const std::function<isl::map()>& make);

  private:
    isl_ctx* ctx_;
    std::map<std::string, isl::set> sets_;
    std::map<std::string, isl::map> maps_;
};

} // namespace hydra::passes
