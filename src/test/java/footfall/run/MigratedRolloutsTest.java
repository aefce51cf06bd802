package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.ship.Checkpoint;
import footfall.ship.ShipSettings;
import footfall.ship.Shipping;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codex may rewrite a rollout in its newest form: with another first line, and with an ordinal in each line. */
class MigratedRolloutsTest {
    @TempDir
    Path folder;

    private void ship(Path home, Checkpoint state, SentRecords sent) throws IOException {
        var settings = new ShipSettings(
                List.of(home.resolve(".codex")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ZERO,
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, kept -> {}, Clock.systemUTC(), () -> {});
        var shipping = new Shipping(settings, around, state);
        shipping.roundForGood();
        shipping.finish();
    }

    private static boolean isLegacy(byte[] file) {
        var text = new String(file, StandardCharsets.ISO_8859_1);
        var head = text.substring(0, text.indexOf('\n'));
        return head.contains("\"session_meta\"") && !head.contains("\"ordinal\"") && text.endsWith("\n");
    }

    private static String migrated(byte[] file) {
        var lines = new String(file, StandardCharsets.ISO_8859_1).split("\n");
        var out = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            var mode = i > 0 ? "" : "\"history_mode\":\"paginated\",";
            out.append(lines[i].replaceFirst("\"payload\":\\{", "\"payload\":{" + mode)
                            .replaceFirst("\\{", "{\"ordinal\":" + i + ","))
                    .append('\n');
        }
        return out.toString();
    }

    /** The turns that did not change after they were emitted. */
    private static Set<String> emittedOnce(Map<String, Turn> turns) {
        return turns.values().stream()
                .filter(turn -> turn.revision() == 0)
                .map(turn -> turn.id().turnId())
                .collect(Collectors.toSet());
    }

    @Test
    void itsTurnsKeepTheirIdsAndAreNotEmittedAgain() throws IOException {
        int files = 0;
        for (var home : AgentHome.all()) {
            if (!home.files().values().stream().allMatch(MigratedRolloutsTest::isLegacy)) {
                continue;
            }
            var place = folder.resolve("home" + files++);
            var state = Checkpoint.empty("here");
            var sent = new SentRecords();
            home.write(place, 0, Long.MAX_VALUE);
            ship(place, state, sent);
            sent.folded();
            Map<String, Turn> before = Map.copyOf(sent.turns);
            int lines = sent.lines.size();
            for (var file : home.files().entrySet()) {
                Files.writeString(place.resolve(file.getKey()), migrated(file.getValue()), StandardCharsets.ISO_8859_1);
            }
            ship(place, state, sent);
            sent.folded();
            assertThat(sent.lines).as(home.name()).hasSize(2 * lines);
            assertThat(TurnText.of(sent.turns.values())).as(home.name()).isEqualTo(TurnText.of(before.values()));
            assertThat(emittedOnce(sent.turns)).as(home.name()).isEqualTo(emittedOnce(before));
        }
        assertThat(files).isPositive();
    }
}
