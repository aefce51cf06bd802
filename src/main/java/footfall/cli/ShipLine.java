package footfall.cli;

import footfall.run.Ship;
import footfall.run.ShipStatus;
import java.util.Locale;

/** Shows shipping progress: one changing line on a terminal, else one line per minute in which something changed. */
final class ShipLine implements Ship.Listener, AutoCloseable {
    private static final long LOG_MS = 60_000;
    private static final String ERASE = "\r\u001b[K";

    private final Console console;
    private long saidAtMs;
    private ShipStatus said;
    private boolean isShown;
    private boolean hasEnded;

    ShipLine(Console console) {
        this.console = console;
        this.saidAtMs = console.clock().millis();
    }

    @Override
    public synchronized void message(String message) {
        erase();
        console.say(message);
    }

    @Override
    public synchronized void status(ShipStatus status) {
        if (console.isErrScreen()) {
            show(status);
        } else if (!status.equals(said) && console.clock().millis() - saidAtMs >= LOG_MS) {
            saidAtMs = console.clock().millis();
            said = status;
            console.say(counts(status));
        }
    }

    private void show(ShipStatus status) {
        if (!isShown || !status.equals(said)) {
            erase();
            said = status;
            console.err().print(counts(status));
            console.err().flush();
            isShown = true;
        }
    }

    @Override
    public synchronized void end(ShipStatus status) {
        if (!hasEnded) {
            hasEnded = true;
            erase();
            console.say(counts(status));
        }
    }

    static String counts(ShipStatus status) {
        long rejected =
                status.rejected().values().stream().mapToLong(Long::longValue).sum();
        return String.format(
                Locale.ROOT,
                "files %,d, backlog %,d KB, lines sent %,d, rejected %,d%s%s",
                status.files(),
                (status.bytesBehind() + 999) / 1_000,
                status.lines(),
                rejected,
                status.unreadable() == 0 ? "" : ", unreadable " + status.unreadable(),
                status.waitsFor() == null ? "" : ", broker unreachable");
    }

    private void erase() {
        if (isShown) {
            console.err().print(ERASE);
            isShown = false;
        }
    }

    @Override
    public synchronized void close() {
        erase();
    }
}
