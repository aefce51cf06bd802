package footfall.broker;

import java.nio.file.Path;

/** The embedded broker could not start, or stopped later; the message names the cause and the remedy. */
public final class BrokerUnavailable extends RuntimeException {
    private static final String OTHER_DIRECTORY = "or choose another folder with --set data_dir=DIR";

    private BrokerUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    static BrokerUnavailable portTaken(int port) {
        return new BrokerUnavailable(
                "port " + port + " on 127.0.0.1 is in use by another process; stop it, choose another port with --set "
                        + "broker_port=N, or a free one with --set broker_port=0",
                null);
    }

    static BrokerUnavailable portForbidden(int port) {
        return new BrokerUnavailable(
                "permission denied to open port " + port + " on 127.0.0.1; choose "
                        + "another port with --set broker_port=N, or a free one with --set broker_port=0",
                null);
    }

    static BrokerUnavailable inUse(Path directory, String holder) {
        return new BrokerUnavailable(
                directory + " is in use by another footfall (" + holder + "); stop it, " + OTHER_DIRECTORY, null);
    }

    static BrokerUnavailable notWritable(Path directory, Exception cause) {
        return new BrokerUnavailable(
                "cannot write to " + directory + " (" + reason(cause) + "); make it writable, " + OTHER_DIRECTORY,
                cause);
    }

    static BrokerUnavailable notOurs(Path directory, String found) {
        return new BrokerUnavailable(
                directory + " is not a broker folder of footfall (" + found
                        + ") and was not changed; choose another folder with --set data_dir=DIR",
                null);
    }

    static BrokerUnavailable damaged(Path directory, String what) {
        return new BrokerUnavailable(
                "the broker folder " + directory + " is damaged (" + what
                        + "); to rebuild it from the transcripts, move it away and start again, " + OTHER_DIRECTORY,
                null);
    }

    static BrokerUnavailable diskFull(Path directory, long freeBytes, long freeBytesMin) {
        return new BrokerUnavailable(
                "the disk of " + directory + " has " + mebibytes(freeBytes) + " free, but the broker needs "
                        + mebibytes(freeBytesMin) + "; free disk space, " + OTHER_DIRECTORY,
                null);
    }

    static BrokerUnavailable notStarted(Path directory, Throwable cause) {
        return new BrokerUnavailable(
                "the broker in " + directory + " did not start: " + reason(cause)
                        + "; start again; if this repeats, move that folder away: it is rebuilt from the transcripts",
                cause);
    }

    static BrokerUnavailable stopped(Path directory, long freeBytes) {
        return new BrokerUnavailable(
                "the broker in " + directory + " stopped: it can no longer write its log (" + mebibytes(freeBytes)
                        + " free on the disk); free disk space and start again",
                null);
    }

    /** Its cause is that of a lack of memory, as which it is reported. */
    static BrokerUnavailable noMemory(Path directory) {
        return new BrokerUnavailable(
                "the broker in " + directory + " stopped: the heap is full", new OutOfMemoryError("Java heap space"));
    }

    private static String reason(Throwable cause) {
        var text = cause.getMessage();
        return text == null || text.isBlank()
                ? cause.getClass().getSimpleName()
                : cause.getClass().getSimpleName() + ": " + text;
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
