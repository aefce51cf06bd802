package footfall.topology;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.line.FileId;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.redact.Identity;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.Json;
import footfall.wire.RejectedLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transcripts in which every name is as long as it may be, of characters that JSON writes with six bytes:
 * the largest record of each topic. Turns and summaries are cut; of the others none can pass the smallest
 * {@code record_bytes_max}.
 */
class HostileNamesThroughTheDriverTest {
    private static final int CALLS = 30;

    /** By record what has no list that could be cut: far below 128 KiB, so it is never measured. */
    private static final Map<String, Integer> BYTES_MAX = Map.of(
            "Invocation",
            20 << 10,
            "Alert",
            40 << 10,
            "Pattern",
            45 << 10,
            "Tool",
            4 << 10,
            "Desire",
            96 << 10,
            "RejectedLine",
            7 << 10);

    @TempDir
    Path state;

    private static TopologySettings settings() {
        var usual = Defaults.topology(Story.RULES);
        return new TopologySettings(
                usual.prefix(),
                usual.turnRules(),
                usual.alertRules(),
                TopologySettings.RECORD_BYTES_LEAST,
                usual.tallies(),
                usual.sessionInterval());
    }

    /** 256 characters that tell it apart, of six bytes each in JSON but for the last few. */
    private static String name(String what, int number) {
        var end = what + number;
        return "\u0001".repeat(256 - end.length()) + end;
    }

    private static Transcripts session(int number) {
        var lines = Transcripts.session(name("s", number))
                .prompt(0, "go")
                .with("uuid", name("u", 0))
                .with("promptId", name("p", 0))
                .with("version", name("v", 0))
                .with("cwd", "/w/" + name("w", 0));
        for (int i = 0; i < CALLS; i++) {
            var task = use("Task", name("t", i));
            task.put("input", Map.of("subagent_type", name("type", i)));
            lines.assistant(i, "m" + i, use(name("tool", i), name("c", i)), task)
                    .usage(1, 1)
                    .inMessage("model", name("model", i));
            lines.failed(i, name("c", i), "Exit code 127 " + "x".repeat(128) + ": command not found");
            lines.link(i, name("t", i), name("a", i));
        }
        for (int agent = 0; agent < CALLS; agent++) {
            lines.agent(name("a", agent)).prompt(200, "look").assistant(201, "n", use(name("tool", 0), "r" + agent));
        }
        return lines.agent(null).duration(300, 10);
    }

    private static List<Shipment.Sent> sent(int number) {
        var path = name("file", number).replace('\u0001', 'f').substring(0, 240) + number + ".jsonl";
        var anybody = new Identity(name("host", 0), name("user", 0));
        return Shipment.of(path, session(number)).records().stream()
                .map(one -> one.from(anybody))
                .toList();
    }

    private static Shipment.Sent copied(Shipment.Sent sent) {
        return sent.copiedFrom(name("o", 0));
    }

    private static Shipment.Sent ofLongFile(Shipment.Sent sent) {
        var file = new FileId("claude/" + name("s", 0) + "/" + name("a", 0), "0123456789abcdef", 0);
        return sent.inFile(file);
    }

    @Test
    void noRecordIsTooLarge() {
        var largest = new TreeMap<String, Integer>();
        try (var driver = new Driver(settings(), state, Transcripts.START)) {
            for (int number = 0; number < 3; number++) {
                driver.arrive(sent(number));
            }
            sent(3).forEach(one -> driver.arrive(copied(one)));
            var late = sent(4);
            driver.arrive(ofLongFile(late.get(0))).arrive(ofLongFile(late.get(2)));
            driver.pass(Duration.ofHours(1));
            for (var record : driver.all()) {
                if (record.value() == null) {
                    continue;
                }
                var kind = record.value().getClass().getSimpleName();
                largest.merge(kind, Json.bytes(record.value()).length, Math::max);
            }
            assertThat(driver.lastTurns().values())
                    .filteredOn(turn -> turn.prompt().copyOf() != null)
                    .isNotEmpty();
        }
        assertThat(largest).containsOnlyKeys(kinds());
        assertThat(largest.values())
                .as(largest.toString())
                .allMatch(bytes -> bytes <= TopologySettings.RECORD_BYTES_LEAST);
        BYTES_MAX.forEach((kind, max) -> assertThat(largest.get(kind)).as(kind).isBetween(max / 3, max));
    }

    private static List<String> kinds() {
        var all = new ArrayList<String>();
        for (var kind : List.of(
                Turn.class,
                TurnSnapshot.class,
                Invocation.class,
                Alert.class,
                SessionSummary.class,
                Pattern.class,
                Tool.class,
                Desire.class,
                BilledHour.class,
                RejectedLine.class)) {
            all.add(kind.getSimpleName());
        }
        return all;
    }
}
