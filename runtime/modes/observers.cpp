// Which observers a run has (launch/observer.h).
#include "runtime/explain/explainer.h"
#include "runtime/explain/spoken_parts.h"
#include "runtime/modes/dry_launches.h"
#include "runtime/modes/played_memory.h"
#include "runtime/modes/scheme_launches.h"
#include "runtime/modes/verified_launches.h"
#include "runtime/steps/parts.h"

namespace hydra::rt {

void add_observers(Observers& observers, const RuntimeOptions& options, const LaunchParts& parts) {
    if (options.comm.scheme != CommSpec::Scheme::exact && parts.transport.size() > 1)
        observers.add(std::make_unique<SchemeLaunches>(options.comm, parts));
    if (options.verify)
        observers.add(std::make_unique<VerifiedLaunches>(options, parts));
    if (options.explain || options.trace)
        observers.add(std::make_unique<Explainer>(options.explain.value_or(ExplainOptions()), parts,
                                                  options.dry.has_value(), parts.trace));
    if (options.verbose && !options.dry && parts.transport.size() > 1)
        observers.add(std::make_unique<SpokenParts>(parts.transport.rank()));
    if (options.dry && !options.dry->runs)
        observers.add(std::make_unique<PlayedMemory>(parts, options.comm.scheme == CommSpec::Scheme::exact));
    if (options.dry)
        observers.add(std::make_unique<DryLaunches>(*options.dry, parts));
}

} // namespace hydra::rt
