package footfall.faults;

import footfall.faults.Guarantee.TurnsEqualFiles;
import java.util.stream.Stream;

/** Patterns, tools, loops, desires and tokens are those that the turns of the files give; guarantee 14. */
final class TalliesEqualTurns implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var expected = observed.files().tallies();
        var found = observed.topics().tallies();
        var tokens = observed.files().tokens().equals(observed.topics().tokens())
                ? Stream.<String>of()
                : Stream.of("the tokens on usage are " + observed.topics().tokens() + " and not "
                        + observed.files().tokens());
        return Stream.of(
                        TurnsEqualFiles.differences("pattern", expected.patterns(), found.patterns()),
                        TurnsEqualFiles.differences("tool", expected.tools(), found.tools()),
                        TurnsEqualFiles.differences("loop", expected.loops(), found.loops()),
                        TurnsEqualFiles.differences("desire", expected.desires(), found.desires()),
                        tokens)
                .flatMap(messages -> messages);
    }
}
