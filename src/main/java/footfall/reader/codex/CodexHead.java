package footfall.reader.codex;

import footfall.line.Ids;
import footfall.line.SessionId;
import footfall.line.Source;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The line that names the session and the agent of the lines after it. */
final class CodexHead {
    private CodexHead() {}

    /**
     * The source that a line names, unless it repeats the thread or one that it comes from. The head of a fork that is
     * forked itself adds the thread that it comes from.
     */
    static Source sourceAt(CodexDraft draft, Source before) {
        var head = CodexDraft.HEAD.equals(draft.type) ? of(draft.body) : null;
        boolean isFirst = before.threads().isEmpty();
        if (head == null || head.thread() == null || draft.isBare && !isFirst) {
            return before;
        } else if (before.threads().contains(head.thread())) {
            return before.knowing(head.forkedFrom());
        }
        var known = Stream.of(
                        head.thread(),
                        head.forkedFrom(),
                        Ids.boundedOrNull(draft.body.text("parent_thread_id")),
                        Ids.boundedOrNull(draft.body.spawnParent))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return before.named(new SessionId(head.session()), head.isSubagent() ? head.thread() : null, known);
    }

    /** The thread whose lines are in a trail. */
    static String thread(SessionId session, String agent) {
        return agent == null ? session.value() : agent;
    }

    static CodexEvent.Head of(CodexFields head) {
        var thread = Ids.boundedOrNull(head.text("id"));
        boolean isSubagent = head.isSubagent || "subagent".equals(head.text("thread_source"));
        var named = head.first("session_id", "parent_thread_id");
        var root = named == null ? head.spawnParent : named;
        return new CodexEvent.Head(
                thread,
                isSubagent && root != null ? Ids.bounded(root) : thread,
                isSubagent,
                Ids.boundedOrNull(head.text("forked_from_id")),
                Math.max(-1, head.number("subagent_history_start_ordinal", -1)),
                Ids.boundedOrNull(head.text("cli_version")));
    }
}
