package footfall.reader.copilot;

import footfall.line.Envelope;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.Meaning;
import footfall.line.SessionId;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Resolves hand-made lines of one Copilot trail and describes what they mean, one text for each resolved line. */
final class CopilotLines {
    private final List<String> resolved = new ArrayList<>();
    private final CopilotResolver resolver = new CopilotResolver();
    private int events;

    CopilotLines of(CopilotEvent.Fact... facts) {
        for (var fact : facts) {
            line("e" + events++, null, fact);
        }
        return this;
    }

    CopilotLines line(String event, String version, CopilotEvent.Fact fact) {
        var at = Instant.parse("2026-01-05T10:00:00Z");
        var envelope = new Envelope(new SessionId("s1"), null, at, event, null, null, version, null);
        var unresolved = new Line.Unresolved(envelope, new Line.Nothing(envelope, "copilot"), new CopilotEvent(fact));
        resolver.resolve(unresolved, line -> {
            var time = line.envelope().at() == null ? " at no time" : "";
            var by = line.envelope().version() == null
                    ? ""
                    : " by " + line.envelope().version();
            resolved.add(line.match(new Meaning()) + time + by);
        });
        return this;
    }

    List<String> resolved() {
        return resolved;
    }

    static CopilotEvent.Prompt prompt() {
        return new CopilotEvent.Prompt(Trigger.HUMAN, false, 5, UserTextKind.TEXT);
    }

    /** A prompt that looks like the reason of a Stop hook. */
    static CopilotEvent.Prompt queued() {
        return new CopilotEvent.Prompt(Trigger.HUMAN, true, 5, UserTextKind.TEXT);
    }

    static CopilotEvent.Request start() {
        return new CopilotEvent.Request(false);
    }

    static CopilotEvent.Request end() {
        return new CopilotEvent.Request(true);
    }

    /** A message that asks for calls. */
    static CopilotEvent.Message message(String id, String... calls) {
        return message(id, null, -1, calls);
    }

    static CopilotEvent.Message message(String id, String request, long output, String... calls) {
        var uses = Arrays.stream(calls)
                .map(call -> new ToolUse(
                        call, "bash", null, null, 0, null, Intent.of("bash"), null, null, false, null, null))
                .toList();
        return new CopilotEvent.Message(id, request, null, null, output, uses);
    }

    static CopilotEvent.Record record(String model, long output) {
        return new CopilotEvent.Record(new CopilotEvent.ModelTokens(model, new Usage(3, output, 0, 0, 0), 1));
    }

    static CopilotEvent.Shutdown shutdown() {
        return new CopilotEvent.Shutdown(0, List.of());
    }
}
