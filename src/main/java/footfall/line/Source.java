package footfall.line;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * What is known of a line before parsing: the dialect, and the session and agent from the file's name.
 * {@code agent} is null for a main transcript. {@code call}: the ID of the call that runs the subagent, as a file
 * beside the transcript says; null when not known. {@code threads}: if lines name the session, the ids
 * in further such lines that change nothing; empty before the first such line. {@code isExcluded}: the working
 * directory that a line named for the lines after it is that of an excluded project. {@code folder}: the working
 * directory that a file beside the transcript names, null for none.
 */
public record Source(
        Dialect dialect,
        SessionId session,
        String agent,
        String call,
        Set<String> threads,
        boolean isExcluded,
        String folder) {
    private static final int THREADS_MAX = 32;

    public Source {
        Objects.requireNonNull(dialect, "dialect is null");
        Objects.requireNonNull(session, "session is null");
        agent = Ids.boundedOrNull(agent);
        call = Ids.boundedOrNull(call);
        threads = Set.copyOf(threads);
    }

    public static Source file(SessionId session, String agent) {
        return new Source(Dialects.usual(), session, agent, null, Set.of(), false, null);
    }

    /** The same in another dialect. */
    public Source in(Dialect other) {
        return new Source(other, session, agent, call, threads, isExcluded, folder);
    }

    /** The same of a subagent that a call runs. */
    public Source withCall(String other) {
        return new Source(dialect, session, agent, other, threads, isExcluded, folder);
    }

    /** The same in the working directory that a file names. */
    public Source withFolder(String workingFolder) {
        return new Source(dialect, session, agent, call, threads, isExcluded, workingFolder);
    }

    /** The source that a line names. */
    public Source named(SessionId other, String otherAgent, Set<String> otherThreads) {
        return new Source(dialect, other, otherAgent, call, otherThreads, isExcluded, folder);
    }

    /** The source that a line names by its session alone; unchanged for a line that names none or the same again. */
    public Source named(String other) {
        var id = Ids.boundedOrNull(other);
        return id == null || threads.contains(id) ? this : named(new SessionId(id), null, Set.of(id));
    }

    /** The same with one more thread, as far as there are few; null adds none. */
    public Source knowing(String thread) {
        if (thread == null || threads.contains(thread) || threads.size() >= THREADS_MAX) {
            return this;
        }
        var more = new HashSet<>(threads);
        more.add(thread);
        return named(session, agent, more);
    }

    /** The same in a project that may be excluded. */
    Source in(boolean isExcludedProject) {
        return new Source(dialect, session, agent, call, threads, isExcludedProject, folder);
    }
}
