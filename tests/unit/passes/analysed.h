// C text in, analysed program out: the front end and all passes, for tests of what the passes find.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "frontend/directive/loop_check.h"
#include "frontend/directive/restrictions.h"
#include "frontend/parse.h"
#include "passes/pipeline.h"

// The program as the front end leaves it.
struct Checked {
    explicit Checked(const std::string& text) {
        path = "/tmp/hydra-passes-XXXXXX.c";
        const int file = mkstemps(path.data(), 2);
        REQUIRE(file >= 0);
        close(file);
        std::ofstream(path) << text;
        add(path);
        std::remove(path.c_str());
        check();
        REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.render());
    }
    // Of these files; the diagnostics may have errors.
    explicit Checked(const std::vector<std::filesystem::path>& files) {
        for (const auto& file : files)
            add(file.string());
        check();
    }

    hydra::support::SourceManager sources;
    hydra::support::Diagnostics diagnostics{sources};
    hydra::ir::Program program;
    std::string path; // of the text's file, which is gone

  private:
    void add(const std::string& file) {
        hydra::frontend::PreprocessOptions options;
        options.cc = "cc";
        options.flags = {"-isystem", HYDRA_TEST_FOLDER "/../../runtime/include"};
        const auto input = hydra::frontend::preprocess(file, options, sources);
        const hydra::frontend::PositionMap positions(input, sources);
        program.units.push_back(hydra::frontend::parse(input, positions, sources, diagnostics));
    }
    void check() { hydra::frontend::check_parallel_loops(program.units, diagnostics); }
};

struct Analysed : Checked {
    // devices: as for a target that has some.
    explicit Analysed(const std::string& text, bool devices = false) : Checked(text) {
        hydra::passes::PipelineOptions options;
        options.devices = devices;
        hydra::passes::run_pipeline(program, sources, diagnostics, options);
    }

    // The sections of the accesses to what the user wrote as `text`, as "read [lo, hi)[lo, hi)".
    [[nodiscard]] static std::string sections(const std::vector<hydra::ir::Access>& accesses, const std::string& text) {
        std::string out;
        for (const hydra::ir::Access& access : accesses) {
            if (access.text != text)
                continue;
            out += out.empty() ? "" : "; ";
            out += access.kind == hydra::ir::AccessKind::read    ? "read "
                   : access.kind == hydra::ir::AccessKind::write ? "write "
                                                                 : "maywrite ";
            if (access.form == hydra::ir::Access::Form::whole)
                out += "whole";
            if (access.form == hydra::ir::Access::Form::found)
                out += "found in stage " + std::to_string(access.stage);
            if (access.form == hydra::ir::Access::Form::rows)
                out += "rows";
            for (const hydra::ir::Bound& bound : access.box)
                out += "[" + bound.lo.text() + ", " + bound.hi.text() +
                       (bound.step == 1 ? ")" : " by " + bound.step.text() + ")");
        }
        return out;
    }
    [[nodiscard]] std::string kernel(std::size_t index, const std::string& text) const {
        return sections(program.kernels.at(index).touches.accesses, text);
    }
    [[nodiscard]] std::string site(std::size_t index, const std::string& text) const {
        return sections(program.sites.at(index).touches.accesses, text);
    }
};
