package footfall.topology;

/**
 * The connection between a shell and the client that runs it. {@code drain} is about lines,
 * {@code tallyDrain} about contributions to tallies; {@code unreadable}: records that were not restored, to
 * be reported by the shell that owns the store.
 */
public record TaskContext(
        Backlog backlog, DrainSignal drain, DrainSignal tallyDrain, TopologyStatus watch, UnreadableRows unreadable) {
    TaskContext(Backlog backlog, DrainSignal drain, TopologyStatus watch, UnreadableRows unreadable) {
        this(backlog, drain, drain.isExpected() ? new DrainSignal() : DrainSignal.never(), watch, unreadable);
    }

    /** The same for readers of contributions. */
    TaskContext ofTallies() {
        return new TaskContext(backlog, tallyDrain, tallyDrain, watch, unreadable);
    }
}
