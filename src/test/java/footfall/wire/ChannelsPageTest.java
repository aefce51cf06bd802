package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.SkippedTurns;
import footfall.testkit.Page;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** The channels in {@code topology-docs/topology.md} is what {@link Channels} and {@link LineHeaders} say. */
class ChannelsPageTest {
    static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("lines", "session id | the key"),
            Map.entry("turns", "`turn_id` | session id"),
            Map.entry("invocations", "`turn_id`, `/`, `turn_sequence` | session id"),
            Map.entry("alerts", "session id; for an outage the tool, for a budget the project | the key"),
            Map.entry("open", "session id, for a subagent `/` and the agent | session id"),
            Map.entry("sessions", "session id | the key"),
            Map.entry("patterns", "pattern | the key"),
            Map.entry("tools", "tool | the key"),
            Map.entry("loops", "`level`, `:`, `name` | the key"),
            Map.entry("desires", "`category`, `:`, `subject` | the key"),
            Map.entry("usage", "`hour`, `project`, `host`, `user`, `model`, joined by `/` | the key"),
            Map.entry("rejected", "file id | the key"),
            Map.entry("undelivered", "that of the alert | the key"),
            Map.entry("exported", "`turn_id`, `/`, the group | session id"),
            Map.entry("shippers", "`shipper_id` | the key"),
            Map.entry("remedies", "`desire`, `/`, `at` | the key"));

    static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("lines", "[line](events.md#line)"),
            Map.entry("turns", "[turn](events.md#turn)"),
            Map.entry("invocations", "[invocation](events.md#invocation)"),
            Map.entry("alerts", "[alert](events.md#alert)"),
            Map.entry("open", "[open](events.md#open)"),
            Map.entry("sessions", "[session](events.md#session)"),
            Map.entry("patterns", "[pattern](events.md#pattern)"),
            Map.entry("tools", "[tool](events.md#tool)"),
            Map.entry("loops", "[loop](events.md#loop)"),
            Map.entry("desires", "[desire](events.md#desire)"),
            Map.entry("usage", "[usage](events.md#usage)"),
            Map.entry("rejected", "[rejected](events.md#rejected)"),
            Map.entry("undelivered", "[undelivered](events.md#undelivered)"),
            Map.entry("exported", "[exported](events.md#exported)"),
            Map.entry("shippers", "[shipper](events.md#shipper)"),
            Map.entry("remedies", "[remedy](events.md#remedy)"));

    static final Map<String, String> HEADERS = Map.ofEntries(
            Map.entry(
                    "footfall.schema",
                    "format version of the line; a record with another version is rejected as `unreadable`"),
            Map.entry(
                    "footfall.file",
                    "the file: dialect, session and agent from its name, a hash of its first line, its generation"),
            Map.entry(
                    "footfall.reader",
                    "version of the reader that read this file, per agent; a greater one replaces what a smaller one "
                            + "read of it; absent for 0"),
            Map.entry(
                    "footfall.sender",
                    "random ID of the shipper's checkpoint, a secret between it and this topic: only it may say that "
                            + "the file was replaced or sent up to here; absent where a program has none"),
            Map.entry("footfall.offset", "position of the line's first byte in that file"),
            Map.entry(
                    "footfall.previous",
                    "offset of the previous line sent for the same session from the same file, -1 for the first"),
            Map.entry("footfall.host", "name of the machine as configured there; may be absent"),
            Map.entry("footfall.user", "name of the user as configured there; may be absent"),
            Map.entry(
                    "footfall.copied-from",
                    "the session that owns the uuid of a prompt, of the first Assistant line of a file, or of the "
                            + "first after a compaction; absent if it is this session"),
            Map.entry(
                    "footfall.parent",
                    "hash of the `uuid` of the nearest line before it in its chain of parents that was sent, if "
                            + "its own parent was not; 64 bits in hexadecimal"),
            Map.entry(
                    "footfall.skipped",
                    "for a trail whose beginning was not sent (`--from-now`): the number of turns it had started, "
                            + "followed by `prompted` if a prompt had no answer yet; used only if the trail is new"),
            Map.entry(
                    "footfall.skipped-owner",
                    "with `footfall.skipped`: the owner of the last skipped prompt; absent if it is this session"));

    @Test
    void everyTopicIsListedAndDescribed() throws IllegalAccessException {
        var declared = new ArrayList<String>();
        for (var field : Channels.class.getFields()) {
            if (field.getType() == Channel.class) {
                declared.add(((Channel<?, ?>) field.get(null)).name());
            }
        }
        assertThat(Channels.all()).extracting(Channel::name).containsExactlyInAnyOrderElementsOf(declared);
        assertThat(KEYS).containsOnlyKeys(declared);
        assertThat(VALUES).containsOnlyKeys(declared);
    }

    @Test
    void everyRecordHasASchema() {
        assertThat(VALUES.values())
                .extracting(value -> value.replaceAll("\\[(\\w+)].*", "schemas/$1.json"))
                .allSatisfy(schema -> assertThat(Page.of(schema).path()).exists());
    }

    @Test
    void thePageIsWhatTheCodeSays() {
        Page.ofTopology("channels").holds("""
        ## channels

        The setting `topic_prefix` (`%s`) precedes each name. Keys are UTF-8 text; values are UTF-8 JSON,
        which changes only by new fields. [asyncapi.yaml](asyncapi.yaml) describes the same for tools.

        | topic | key | partitioned by | value | cleanup | retention | timestamp | purpose |
        |---|---|---|---|---|---|---|---|
        %s

        The partition is the murmur2 hash of the column "partitioned by", so a turn is in the same partition as its
        lines. All topics have the same number of partitions, which footfall never changes. With `LogAppendTime` the
        broker sets the timestamp; with `CreateTime` it is that of the record or timer that caused the record. Both are
        ingestion times; a line's own time is only in the value.

        ## Headers of lines

        All are UTF-8 text, on `lines` only.

        | header | meaning |
        |---|---|
        %s

        ## Requests to forget

        `lines` also carries requests of `footfall topics forget`. They have the headers `footfall.schema` (`%s`) and
        `footfall.control` (`forget`), and no other.

        | request | key | partition | value |
        |---|---|---|---|
        | a session | session id | that of the session | `%s` |
        | a user | none | one record to each partition | `%s` |

        `id` has 1 to 64 letters, digits and hyphens; the sender chooses it. When a partition has sent everything
        that follows from a request, it confirms it by a tombstone on `sessions` with the key
        `%s`: `forget:`, the id, `:` and the number of the partition. A request that cannot be
        read is rejected as `unreadable`. [Privacy](privacy.md#taking-back) says what a request deletes.

        ## Requests to use other prices

        `footfall prices apply` sends requests of two kinds, each with the headers `footfall.schema` (`%s`) and
        `footfall.control`, and no other.

        | `footfall.control` | key | partition | value |
        |---|---|---|---|
        | `prices` | none | one record to each partition | `%s` |
        | `reprice` | session id | that of the session | empty for the session, or the record of a turn on `turns` |

        `prices` is the text of a price list, used from its record on. A partition confirms it like a request to forget.
        A request of the second kind emits a turn as its next revision if its costs change.
        """.formatted(
                        Channels.PREFIX,
                        topics(),
                        headers(),
                        LineHeaders.SCHEMA,
                        text(SESSION),
                        text(USER),
                        Forget.confirmation("r1", 3),
                        LineHeaders.SCHEMA,
                        new String(PRICES.bytes(), StandardCharsets.UTF_8)));
    }

    static final Forget SESSION = Forget.session("r1", "s1");
    static final Repricing.PriceListRequest PRICES =
            new Repricing.PriceListRequest("r1", "footfall-prices 1\nversion 2026-11-27\n...");
    static final Forget USER = Forget.user("r1", "5c1d0e9f22b7a431");

    private static String text(Forget request) {
        return new String(request.bytes(), StandardCharsets.UTF_8);
    }

    private static String topics() {
        return Channels.all().stream()
                .map(channel -> "| `%s` | %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                channel.name(),
                                KEYS.get(channel.name()),
                                VALUES.get(channel.name()),
                                channel.cleanup().policy(),
                                days(channel.retention()),
                                channel.arrival().type(),
                                channel.why()))
                .collect(Collectors.joining("\n"));
    }

    private static String days(Duration retention) {
        return retention == null ? "unlimited" : retention.toDays() + " d";
    }

    /** One record's headers, with every one that there is. */
    static Headers everyHeader() {
        var headers = new RecordHeaders();
        var file = new FileId("claude/s1", "first", 0, 1);
        new LineHeaders(file, 0, -1, "box", "ada", "s0", new SkippedTurns(5, true, "s0"), 1L, 7L).addTo(headers);
        return headers;
    }

    private static String headers() {
        return StreamSupport.stream(everyHeader().spliterator(), false)
                .map(header -> "| `%s` | %s |".formatted(header.key(), HEADERS.get(header.key())))
                .collect(Collectors.joining("\n"));
    }
}
