package footfall.turn;

import footfall.line.FileId;
import footfall.line.SkippedTurns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The state of one agent's lines, without the steps. {@code pending} and {@code head} (the current turn, also
 * after it closes) are null when there is none. {@code deadline} is the stored timer, {@code touched} when
 * another trail last changed values of this one's emitted turns; null for none. {@code stub}: reduced to its
 * marks and next index. {@code live}: its last line with a time was recent when ingested, by
 * {@link TurnRules.OpenTurnLimits}. {@code skipped}: its first turns were skipped, and it has not expired since. {@code
 * epoch}: how many requests to forget users its partition had received before its first line, or
 * {@link #FORGOTTEN}. {@code keepsTurns}: a stub that has what all of its turns emitted.
 * {@code results} is null unless its lines are stream output. {@code compactions} wait until the model works.
 * {@code earlier}: the indexes of {@link EarlierTurns}, latest first. {@code model}: that of its latest message whose
 * agent does not name one in each file; else null. {@code reader}: the version that started it over, 0 for
 * none. {@code rereads}: turns that this one has not come to are still those of an older one, and when a line of its
 * session last arrived, as far as is known; else null. {@code forgotten}: its marks when it was last forgotten.
 * {@code agent}: null for nothing.
 */
public record Trail(
        State state,
        int nextIndex,
        Pending pending,
        Head head,
        List<Mark> marks,
        Instant lastArrival,
        Instant deadline,
        Instant touched,
        String project,
        String host,
        String user,
        boolean stub,
        boolean live,
        boolean skipped,
        int epoch,
        boolean keepsTurns,
        ResultBalance results,
        int compactions,
        List<Integer> earlier,
        String model,
        int reader,
        Instant rereads,
        List<Mark> forgotten,
        AgentActivity agent) {
    /** The epoch of a trail whose lines were all forgotten. */
    public static final int FORGOTTEN = -1;

    /** The state of the current turn, except {@code PENDING}: a prompt waits for the model. */
    public enum State {
        IDLE,
        PENDING,
        OPEN,
        STOPPED
    }

    public Trail {
        marks = List.copyOf(marks);
        earlier = List.copyOf(earlier);
        forgotten = List.copyOf(forgotten);
    }

    /** When the next timer is due, if no more lines come. */
    public Instant due(TurnRules.Timers timers) {
        var settled = touched == null ? null : touched.plus(timers.stopGrace());
        var reread = rereads == null ? null : rereads.plus(timers.stopGrace());
        var next = earlier(earlier(earlier(headDue(timers), settled), reread), nextOpenTurnLimit(timers.watch()));
        return next != null ? next : lastArrival.plus(retention(timers));
    }

    private Duration retention(TurnRules.Timers timers) {
        if (!stub) {
            return timers.sessionRetention();
        }
        return keepsTurns ? timers.turnRetention() : timers.stubRetention();
    }

    private static Instant earlier(Instant one, Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    /** Whether the current turn is open, or has closed but was not emitted yet. */
    public boolean hasOpenTurn() {
        return head != null && head.dirty() && (state == State.OPEN || state == State.STOPPED);
    }

    /** What its agent does. */
    public AgentActivity activity() {
        return agent == null ? AgentActivity.NONE : agent;
    }

    /** The agent of its latest file, with the version of the current turn. */
    public Turn.Product product() {
        return product(marks, head);
    }

    static Turn.Product product(List<Mark> marks, Head head) {
        var agent = marks.isEmpty() ? null : marks.get(marks.size() - 1).file().dialect();
        return new Turn.Product(agent, head.version());
    }

    /** Whether nothing of its lines is kept but the marks. */
    public boolean isForgotten() {
        return epoch == FORGOTTEN;
    }

    /** Whether its turn closes unless more lines come. */
    public boolean isEnding() {
        return state == State.STOPPED || head != null && head.endsTurn();
    }

    /** Whether a timer would emit something. */
    public boolean isUnsettled() {
        return touched != null || rereads != null || head != null && head.dirty();
    }

    /** Whether its timer is later than possible: the clock was set back. */
    public boolean isAhead(Instant now) {
        return isUnsettled() && (lastArrival.isAfter(now) || isAfter(touched, now) || isAfter(rereads, now));
    }

    private static boolean isAfter(Instant one, Instant now) {
        return one != null && one.isAfter(now);
    }

    boolean isHeadDue(TurnRules.Timers timers, Instant now) {
        var due = headDue(timers);
        return due != null && !due.isAfter(now);
    }

    boolean isTouchedDue(TurnRules.Timers timers, Instant now) {
        return touched != null && !touched.plus(timers.stopGrace()).isAfter(now);
    }

    boolean isRereadDue(TurnRules.Timers timers, Instant now) {
        return rereads != null && !rereads.plus(timers.stopGrace()).isAfter(now);
    }

    boolean isWatchDue(TurnRules.OpenTurnLimits watch, Instant now) {
        var due = nextOpenTurnLimit(watch);
        return due != null && !due.isAfter(now);
    }

    /** Since when the current turn has been open; ignores a start in the future. */
    Instant openSince() {
        return head.startedAt() == null || head.startedAt().isAfter(lastArrival) ? lastArrival : head.startedAt();
    }

    /** Never before the last line's ingestion, because the line's own time may be any instant. */
    private Instant nextOpenTurnLimit(TurnRules.OpenTurnLimits watch) {
        if (!live
                || state != State.OPEN
                || !head.dirty()
                || head.watched() >= watch.after().size()) {
            return null;
        }
        var due = openSince().plus(watch.after().get(head.watched()));
        return due.isBefore(lastArrival) ? lastArrival : due;
    }

    private Instant headDue(TurnRules.Timers timers) {
        if (head == null || !head.dirty()) {
            return null;
        }
        var heard = head.waiting() == null ? lastArrival : head.waiting().heardAt();
        return (isAfter(heard, lastArrival) ? heard : lastArrival).plus(grace(timers));
    }

    private Duration grace(TurnRules.Timers timers) {
        if (state != State.OPEN) {
            return timers.stopGrace();
        }
        if (head.endsTurn() || head.endedAt() == null && !live) {
            return timers.endTurnGrace(); // Without any time it is history, as for alerts; a wrong guess is a revision.
        }
        if (head.waitingSince() != null) {
            return AgentActivity.GRACE.compareTo(timers.idleTimeout()) > 0 ? AgentActivity.GRACE : timers.idleTimeout();
        }
        var isHistory = head.endedAt() != null && !head.endedAt().isAfter(lastArrival.minus(timers.idleTimeout()));
        return isHistory ? timers.stopGrace() : timers.idleTimeout();
    }

    static Edit first(Arrival arrival, int epoch) {
        var edit = new Edit();
        edit.state = State.IDLE;
        edit.marks = List.of();
        edit.earlier = List.of();
        edit.forgotten = List.of();
        edit.lastArrival = arrival.at();
        edit.begin(arrival, epoch);
        if (arrival.skipped() != null) {
            skip(edit, arrival.skipped());
        }
        return edit;
    }

    /** Work without a prompt continues the last turn, unless a prompt waited: then it starts the next. */
    static void skip(Edit edit, SkippedTurns skipped) {
        edit.nextIndex = skipped.turns();
        edit.skipped = skipped.turns() > 0;
        boolean goesOn = skipped.turns() > 0 && !skipped.isPrompted();
        var prompt = Pending.unknown(skipped.copyOf());
        edit.head = goesOn ? Head.opened(skipped.turns() - 1, prompt) : null;
        if (skipped.isPrompted()) {
            edit.pending = prompt;
            edit.state = State.PENDING;
        }
    }

    Edit edit() {
        var edit = new Edit();
        edit.state = state;
        edit.nextIndex = nextIndex;
        edit.pending = pending;
        edit.head = head == null ? null : head.edit();
        edit.marks = marks;
        edit.lastArrival = lastArrival;
        edit.deadline = deadline;
        edit.touched = touched;
        edit.project = project;
        edit.host = host;
        edit.user = user;
        edit.stub = stub;
        edit.live = live;
        edit.skipped = skipped;
        edit.epoch = epoch;
        edit.keepsTurns = keepsTurns;
        edit.results = results;
        edit.compactions = compactions;
        edit.earlier = earlier;
        edit.model = model;
        edit.reader = reader;
        edit.rereads = rereads;
        edit.forgotten = forgotten;
        edit.agent = agent;
        return edit;
    }

    /** A mutable trail, for one call of the fold. */
    static final class Edit {
        State state;
        int nextIndex;
        Pending pending;
        Head.Edit head;
        List<Mark> marks;
        Instant lastArrival;
        Instant deadline;
        Instant touched;
        String project;
        String host;
        String user;
        boolean stub;
        boolean live;
        boolean skipped;
        int epoch;
        boolean keepsTurns;
        ResultBalance results;
        int compactions;
        List<Integer> earlier;
        String model;
        int reader;
        Instant rereads;
        List<Mark> forgotten;
        AgentActivity agent;

        private Edit() {}

        /** The first line of the trail, or its first since it was forgotten. */
        void begin(Arrival arrival, int now) {
            host = arrival.host();
            user = arrival.user();
            epoch = now;
        }

        /** Nothing is pending or current any more. */
        void clear() {
            state = State.IDLE;
            skipped = false;
            pending = null;
            head = null;
            compactions = 0;
            earlier = List.of();
        }

        /** Whether another session owns the waiting prompt, or else the current turn. */
        boolean isCopy() {
            return owner() != null;
        }

        /** That session, else null. */
        String owner() {
            var prompt = pending != null || head == null ? pending : head.prompt;
            return prompt == null ? null : prompt.copyOf();
        }

        Trail done() {
            var now = head == null ? null : head.done();
            return new Trail(
                    state,
                    nextIndex,
                    pending,
                    now,
                    marks,
                    lastArrival,
                    deadline,
                    touched,
                    project,
                    host,
                    user,
                    stub,
                    live,
                    skipped,
                    epoch,
                    keepsTurns,
                    results,
                    compactions,
                    earlier,
                    model,
                    reader,
                    rereads,
                    forgotten,
                    agent);
        }
    }

    /**
     * The high-water mark: the last byte offset of a file that was processed for a trail. Lines at or below it
     * are duplicates. {@code senders}: who sent the file, by {@link Rereading.Senders}.
     */
    public record Mark(FileId file, long offset, List<Sender> senders) {
        public Mark {
            senders = List.copyOf(senders);
        }

        /**
         * A shipper, by its secret ID. What it sends as this {@code reader} reads it is as {@code readsAs} reads it,
         * and its generations are less by {@code generationsLess}: a shipper that lost its checkpoint counts from 0
         * again. {@code strange}: of a stranger, the file of its last line as it names it, and {@code jumpedTo} the
         * offset; null and -1 of one that is trusted.
         */
        record Sender(long id, int generationsLess, int reader, int readsAs, FileId strange, long jumpedTo) {
            /** The sender of a line of the file. */
            static Sender of(Arrival arrival, FileId file) {
                int less = file.generation() - arrival.file().generation();
                return new Sender(arrival.sender(), less, arrival.file().reader(), file.reader(), null, -1);
            }

            static Sender stranger(Arrival arrival) {
                return new Sender(arrival.sender(), 0, 0, 0, arrival.file(), arrival.offset());
            }

            boolean isTrusted() {
                return strange == null;
            }

            /** The offset of its last line of the file as a stranger, by any reader; -1 for none. */
            long jumpedTo(FileId file) {
                return strange != null && strange.readBy(file.reader()).equals(file) ? jumpedTo : -1;
            }

            /** A line of this sender, with its file as the others name it: nearly always the same line. */
            Arrival named(Arrival arrival) {
                var file = arrival.file();
                int version = file.reader() == reader ? readsAs : file.reader();
                int generation = Math.max(0, file.generation() + generationsLess);
                return version == file.reader() && generation == file.generation()
                        ? arrival
                        : arrival.of(new FileId(file.name(), file.firstLineHash(), generation, version));
            }
        }

        /** Whether a line of the file makes this mark obsolete. */
        boolean isReplacedBy(FileId next) {
            return file.equals(next) || file.isOlderReadingOf(next);
        }

        boolean isOfName(FileId other) {
            return file.name().equals(other.name());
        }

        /** Whether it is the same file, of any generation and reader. */
        boolean isOfFile(FileId other) {
            return isOfName(other) && file.firstLineHash().equals(other.firstLineHash());
        }
    }
}
