package footfall.wire;

import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.Skipped;
import footfall.testkit.Page;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/channels.md} is what {@link Channels} and {@link LineHeaders} say. */
class ChannelsPageTest {
  private static final Map<String, String> KEYS = Map.of(
      "lines", "session id | the key",
      "turns", "`turn_id` | session id",
      "invocations", "`turn_id`, `/`, `turn_sequence` | session id",
      "alerts", "session id; of an outage the tool | the key",
      "sessions", "session id | the key",
      "patterns", "pattern | the key",
      "tools", "tool | the key",
      "desires", "`category`, `:`, `subject` | the key",
      "rejected", "file id | the key");

  private static final Map<String, String> VALUES = Map.of(
      "lines", "[line](events/line.md)",
      "turns", "[turn](events/turn.md)",
      "invocations", "[invocation](events/invocation.md)",
      "alerts", "[alert](events/alert.md)",
      "sessions", "[session](events/session.md)",
      "patterns", "[pattern](events/pattern.md)",
      "tools", "[tool](events/tool.md)",
      "desires", "[desire](events/desire.md)",
      "rejected", "[rejected](events/rejected.md)");

  private static final Map<String, String> HEADERS = Map.ofEntries(
      Map.entry("footfall.schema",
          "version of a line's form; a record with another one is rejected as `unreadable`"),
      Map.entry("footfall.file",
          "the file: dialect, session and agent of its name, a hash of its first line, its generation"),
      Map.entry("footfall.offset", "of the line's first byte in that file"),
      Map.entry("footfall.previous",
          "offset of the line sent before it for the same session from the same file, -1 for the first"),
      Map.entry("footfall.agent", "the subagent whose line it is; absent for the main agent"),
      Map.entry("footfall.dialect", "whose transcript it is"),
      Map.entry("footfall.host", "the machine, as it chose to be named; may be absent"),
      Map.entry("footfall.user", "its user, the same"),
      Map.entry("footfall.project", "last part of the folder that the line names; may be absent"),
      Map.entry("footfall.copied-from",
          "the session that owns the uuid of a prompt, of the first Assistant line of a file, or of the "
              + "first after a compaction, when it is another session; else absent"),
      Map.entry("footfall.skipped",
          "of a trail whose beginning was not sent (`--from-now`): how many turns it had begun, and "
              + "`prompted` behind it when a prompt waited for the model; believed where the trail is new"),
      Map.entry("footfall.skipped-owner",
          "beside it: the session that owns the last prompt before, when it is another one; else absent"));

  @Test
  void thePageIsWhatTheCodeSays() {
    Page.of("channels.md").holds("""
        # Channels

        Every topic: name, key and value, how its records are spread, how long they stay, and why it is there.
        Names begin with the setting `topic_prefix` (`%s`). Keys are text in UTF-8; values are JSON in UTF-8,
        of which only fields are ever added. Written by `ChannelsPageTest` from `wire.Channels`;
        `mvn test -Dfootfall.accept` rewrites it.

        | topic | key | partitioned by | value | cleanup | retention | timestamp | why |
        |---|---|---|---|---|---|---|---|
        %s

        Partition = murmur2 of what the topic is partitioned by, as Kafka's own producers do it, so that
        turns lie where their lines lay. All topics have the same number of partitions: the setting
        `partitions` for `up`, `--partitions` for `topics create`. The count of an existing topic is never
        changed.

        `LogAppendTime`: the broker stamps arrival. `CreateTime`: a record keeps the timestamp of the record
        or timer that caused it, which is arrival too. A line's own time is in the value only, so retention
        never sees it.

        ## Headers of lines

        Each in UTF-8. They are about one line alone: the topology reads them and sends none on.

        | header | what it is |
        |---|---|
        %s
        """.formatted(Channels.PREFIX, topics(), headers()));
  }

  private static String topics() {
    return Channels.all().stream().map(channel -> "| `%s` | %s | %s | %s | %s | %s | %s |".formatted(channel
        .name(), KEYS.get(channel.name()), VALUES.get(channel.name()), channel.cleanup().policy(), days(
            channel
                .retention()), channel.arrival().type(), channel.why())).collect(Collectors.joining("\n"));
  }

  private static String days(Duration retention) {
    return retention == null ? "for ever" : retention.toDays() + " d";
  }

  private static String headers() {
    var headers = new RecordHeaders();
    var file = new FileId("claude/s1", "first", 0);
    new LineHeaders(file, 0, -1, "a1", Dialects.usual(), "box", "ada", "project",
        "s0", new Skipped(5, true, "s0")).addTo(headers);
    return StreamSupport.stream(headers.spliterator(), false).map(header -> "| `%s` | %s |".formatted(header
        .key(), HEADERS.get(header.key()))).collect(Collectors.joining("\n"));
  }
}
