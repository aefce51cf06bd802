package footfall.run;

import footfall.broker.TopicSpec.Difference;
import java.util.List;

/** What a difference between a topic and its spec does: whether it hurts, and why. */
record TopicEffect(boolean hurts, String why) {
    private static final String LOG_APPEND = "LogAppendTime";
    private static final String DELETE = "delete";
    private static final String COMPACT = "compact";

    static TopicEffect of(Difference difference) {
        boolean isLines = difference.topic().endsWith("lines");
        return switch (difference.what()) {
            case Difference.TOPIC -> hurts("what is written to it waits, or is missing");
            case Difference.PARTITIONS ->
                hurts("keys are in other partitions: later lines of a session do not reach its turns, and stream ends; "
                        + "replay into another topic_prefix");
            case "cleanup.policy" -> cleanup(difference);
            case "retention.ms", "retention.bytes" -> retention(difference, isLines);
            case "max.message.bytes" ->
                isLess(difference)
                        ? hurts("larger lines are rejected as unsendable, and a larger record of a turn ends stream")
                        : harmless("no record is larger than expected");
            case "message.timestamp.after.max.ms" ->
                hurts("after a clock was set back, the brokers refuse what stream writes");
            case "message.timestamp.type" ->
                difference.expected().equals(LOG_APPEND)
                        ? hurts("clocks of other machines decide when records are deleted and turns close")
                        : harmless("records expire by when they were written");
            default -> harmless("only space on the brokers' disks");
        };
    }

    private static TopicEffect cleanup(Difference difference) {
        boolean wasCompacted = difference.expected().contains(COMPACT);
        boolean isCompacted = difference.actual().contains(COMPACT);
        boolean isDeleted = difference.actual().contains(DELETE);
        if (!wasCompacted && isCompacted) {
            return hurts("all but the last record of a key are deleted");
        } else if (!difference.expected().contains(DELETE) && isDeleted) {
            return hurts("records that are still true are deleted after retention.ms");
        }
        return harmless(isDeleted ? "earlier records of a key stay until they expire" : "old records stay");
    }

    private static TopicEffect retention(Difference difference, boolean isLines) {
        if (!isLess(difference)) {
            return harmless("records stay longer, also those of deleted users");
        }
        return hurts(
                isLines
                        ? "lines that no processor has read by then are lost"
                        : "records are deleted that subscribers, sinks and a new instance would read");
    }

    /** -1 is without limit. */
    private static boolean isLess(Difference difference) {
        var limits = List.of(difference.actual(), difference.expected()).stream()
                .map(limit -> limit.matches("\\d+") ? Long.parseLong(limit) : Long.MAX_VALUE)
                .toList();
        return limits.get(0) < limits.get(1);
    }

    private static TopicEffect hurts(String why) {
        return new TopicEffect(true, why);
    }

    private static TopicEffect harmless(String why) {
        return new TopicEffect(false, why);
    }
}
