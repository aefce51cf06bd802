package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.pattern.TalliedTurn;
import footfall.tail.ExcludedProjects;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Turns of files are the same however many of them memory may hold. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class FileTurnsProperties {
    private Path folder;

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @BeforeProperty
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-turns");
    }

    @AfterProperty
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    /** Each turn, and what it gives. */
    private Map<Turn, Optional<TalliedTurn>> turns(long heldBytesMax) throws Exception {
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Story.RULES, history, FoldCache.none(), heldBytesMax)
                .read(List.of(folder), NO_PROGRESS)) {
            var turns = new LinkedHashMap<Turn, Optional<TalliedTurn>>();
            var walks = new ArrayList<TalliedTurn>();
            folded.eachWalk(walks::add);
            for (var known : folded.known()) {
                var turn = folded.turn(known.name());
                assertThat(known)
                        .isEqualTo(new TurnSummary(
                                new TurnRef(
                                        turn.id().sessionId().value(),
                                        turn.id().agentId(),
                                        turn.id().index()),
                                turn.span().startedAt(),
                                turn.size().length(),
                                turn.origin().project(),
                                turn.prompt().copyOf() != null));
                assertThat(known.name().turnId()).isEqualTo(turn.id().turnId());
                turns.put(turn, folded.walk(known.name()));
                assertThat(turn.prompt().copyOf() == null || turns.get(turn).isEmpty())
                        .isTrue();
            }
            assertThat(folded.turns()).containsExactlyElementsOf(turns.keySet());
            assertThat(walks)
                    .isEqualTo(turns.values().stream().flatMap(Optional::stream).toList());
            return turns;
        }
    }

    /** A talk and a fork of it that goes on otherwise. */
    private List<FedFile> write(Script script, Script other) throws IOException {
        var fork = script.transcript("s1").lines().stream()
                .map(line -> line.replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\""));
        var forked = Stream.concat(fork, other.transcript("s2").lines().stream())
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("s1.jsonl"), script.transcript("s1").bytes());
        Files.write(folder.resolve("s2.jsonl"), forked);
        return List.of(FedFile.of("s1.jsonl", script.transcript("s1").bytes()), FedFile.of("s2.jsonl", forked));
    }

    @Property
    void turnsThatAreLaidDownAreThoseThatWereHeld(
            @ForAll("scripts") Script script,
            @ForAll("scripts") Script other,
            @ForAll @IntRange(max = 40_000) int heldBytesMax)
            throws Exception {
        write(script, other);
        var held = turns(Long.MAX_VALUE);
        assertThat(turns(heldBytesMax)).isEqualTo(held);
        assertThat(turns(0)).isEqualTo(held);
    }

    @Property
    void turnsOfFilesAreThoseOfAFoldThatForgetsNothing(
            @ForAll("scripts") Script script, @ForAll("scripts") Script other) throws Exception {
        var files = write(script, other);
        assertThat(turns(0).keySet())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("origin.host", "origin.user")
                .containsExactlyInAnyOrderElementsOf(Fold.files(files));
    }
}
