package footfall.faults;

import java.util.Locale;

/**
 * One step of a program. {@code target}: the machine, as {@code stream-1}, or empty. {@code amount}: how long the
 * fault lasts in ms, while the program continues; for some kinds another number.
 */
record Fault(Kind kind, String target, long amount) {
    enum Kind {
        /** So many pieces are appended to transcripts. */
        APPEND,
        /** Nothing happens for so many ms, but that transcripts grow. */
        WAIT,
        /** SIGKILL, and a start afterwards. */
        KILL,
        /** SIGKILL of a processor as soon as it emits something of a backlog, and a start afterwards. */
        STRIKE,
        /** SIGTERM, and a start afterwards. */
        STOP,
        /** SIGSTOP, and SIGCONT afterwards. */
        SUSPEND,
        /** The network delays each packet. */
        SLOW,
        /** The network delivers nothing, and breaks no connection. */
        STALL,
        /** The network breaks each connection. */
        CUT,
        /**
         * All brokers of three but the target are killed at once, so that nothing can be committed, and come back
         * afterwards, one by one. A program with it has three brokers.
         */
        QUORUM,
        /** Each processor is stopped and started, one after the other. */
        ROLL,
        /** The session of this number is forgotten. */
        FORGET,
        /** A shipper is killed and loses its checkpoint, a processor its stores. */
        LOSE,
        /** The disk of the machine is full. */
        FILL,
        /** The clock of all machines but the sink is set by so many seconds. */
        STEP,
        /** The clock of all machines gains so many seconds, half a second in each second. */
        SLEW
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + (target.isEmpty() ? "" : " " + target) + " " + amount;
    }

    static Fault parse(String text) {
        var words = text.strip().split(" ");
        var kind = Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
        return new Fault(kind, words.length == 3 ? words[1] : "", Long.parseLong(words[words.length - 1]));
    }
}
