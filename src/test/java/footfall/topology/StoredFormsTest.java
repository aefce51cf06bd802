package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Outage;
import footfall.alert.TurnAlerts;
import footfall.pattern.RunningTally;
import footfall.pattern.UsageTally;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.testkit.Page;
import footfall.testkit.Release;
import footfall.testkit.StoredRow;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code topology-docs/stored-forms.md}: which version of each stored form which committed data folder contains. */
class StoredFormsTest {
    private static final List<RowKind<?>> ASSEMBLER = Stream.of(
                    FoldRows.KINDS, List.of(OpenTurnFold.ROW, TurnAlerts.ROW), SessionFold.KINDS)
            .<RowKind<?>>flatMap(List::stream)
            .toList();
    private static final List<RowKind<?>> TALLY = Stream.of(RunningTally.KINDS, UsageTally.KINDS, List.of(Outage.KIND))
            .<RowKind<?>>flatMap(List::stream)
            .toList();
    private static final Map<String, List<RowKind<?>>> KINDS = Map.of("assembler", ASSEMBLER, "tally", TALLY);

    /** The page names them. */
    private static final Set<String> ONLY_BYTES = Set.of("step 2", "session 6");

    private static final Path BYTES = Path.of("src/test/resources/rows/bytes.tsv");

    @TempDir
    Path folder;

    private static Stream<RowKind<?>> kinds() {
        return Stream.concat(ASSEMBLER.stream(), TALLY.stream());
    }

    /** The versions of each kind in the stores of a release. */
    private static Map<String, TreeSet<Integer>> versions(Release release) {
        var versions = new TreeMap<String, TreeSet<Integer>>();
        for (var row : StoredRow.of(release)) {
            KINDS.getOrDefault(row.store(), List.of()).stream()
                    .filter(kind -> kind.code() == row.code())
                    .forEach(kind -> versions.computeIfAbsent(kind.toString(), none -> new TreeSet<>())
                            .add((int) row.value()[0]));
        }
        return versions;
    }

    private static Set<Integer> withBytes(RowKind<?> kind) throws IOException {
        try (var lines = Files.lines(BYTES)) {
            return lines.map(line -> line.split("\t"))
                    .filter(line -> line[0].equals(kind.toString()))
                    .map(line -> Integer.valueOf(line[1]))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Before the version of a row is raised, what the build before leaves is added as a data folder. */
    @Test
    void theVersionBeforeTheCurrentOneIsInADataFolder() {
        var found = new TreeSet<String>();
        Release.all()
                .forEach(release -> versions(release)
                        .forEach((kind, versions) -> versions.forEach(version -> found.add(kind + " " + version))));
        assertThat(found)
                .as("see topology-docs/stored-forms.md")
                .containsAll(kinds().filter(kind -> kind.version() > 1)
                        .map(kind -> kind + " " + (kind.version() - 1))
                        .filter(form -> !ONLY_BYTES.contains(form))
                        .toList());
    }

    @Test
    void thePageSaysWhichDataFolderHasWhichForm() throws IOException {
        var releases = new LinkedHashMap<String, Map<String, TreeSet<Integer>>>();
        Release.all().forEach(release -> releases.put(release.version(), versions(release)));
        var rows = new ArrayList<String>();
        rows.add("| form | now | " + String.join(" | ", releases.keySet()) + " | only as sample bytes |");
        rows.add("|---".repeat(releases.size() + 3) + "|");
        for (var kind : kinds().toList()) {
            var cells = new ArrayList<String>();
            var rest = withBytes(kind);
            rest.remove(kind.version());
            for (var versions : releases.values()) {
                var in = versions.getOrDefault(kind.toString(), new TreeSet<>());
                rest.removeAll(in);
                cells.add(text(in));
            }
            rows.add("| %s | %d | %s | %s |".formatted(kind, kind.version(), String.join(" | ", cells), text(rest)));
        }
        rows.add("| checkpoint | | " + checkpoints() + " | |");
        Page.of("stored-forms.md")
                .holds(PAGE.formatted(String.join(" and ", new TreeSet<>(ONLY_BYTES)), String.join("\n", rows)));
    }

    private String checkpoints() throws IOException {
        var versions = new ArrayList<String>();
        for (var release : Release.all()) {
            var bytes = Files.readAllBytes(
                    release.unpack(folder.resolve(release.version())).checkpoint());
            versions.add(Integer.toString(ByteBuffer.wrap(bytes).getInt(Integer.BYTES)));
        }
        return String.join(" | ", versions);
    }

    private static String text(Set<Integer> versions) {
        return versions.isEmpty() ? "-" : versions.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static final String PAGE = """
            # Stored forms

            To raise the version of a stored row, first add the data folder that the build before leaves, so
            that every later build is started on it. `StoredFormsTest` fails if the version before the current
            one is in no data folder. It generates this page; `mvn test -Dfootfall.accept` updates it.

            1. Build the commit before the change in a clone of its own: `mvn package -DskipTests`.
            2. `src/test/compat/make CLONE/target/footfall.jar src/test/resources/compat/FORM.zip.gz PATTERN`.
               The script runs `up` on the first three fifths of each transcript of
               `src/test/resources/compat/home` whose path matches the pattern, and archives home and data
               folder: topics, changelogs, stores, checkpoint. FORM names what is new in it.
            3. Run `ReleaseIT`, `ReleasedRowsTest`, `ReleasedTalliesTest` and `ReleasedCheckpointTest`: they
               start this build on each data folder, alone and with two instances, let the rest of the
               transcripts follow, and compare turns, sessions and tallies with those of the files.

            `0.1.0` is the release; each other data folder is named after the newest form in it, and the last
            one is what this version leaves. Numbers are versions. `StoredBytesTest` keeps sample bytes of each
            version; the last column has those that no data folder contains. Each version before the current
            one must be in a data folder, except %s, which only builds of a few hours wrote.

            %s
            """;
}
