package footfall.run;

import footfall.line.RejectedBytes;
import footfall.ship.Outlet;
import java.nio.file.Path;
import java.util.function.Supplier;

/** An outlet that also records the files of rejected lines. */
final class RecordingOutlet implements Outlet {
    private final Outlet outlet;
    private final Supplier<Path> file;
    private final BadLines bad;

    /** {@code file}: the file being read. */
    RecordingOutlet(Outlet outlet, Supplier<Path> file, BadLines bad) {
        this.outlet = outlet;
        this.file = file;
        this.bad = bad;
    }

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        boolean isSent = outlet.send(outgoing, taken);
        if (!isSent) {
            bad.add(
                    file.get(),
                    new RejectedBytes(
                            RejectedBytes.Reason.UNSENDABLE, outgoing.line().offset(), 0));
        }
        return isSent;
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        bad.add(file.get(), rejected);
        outlet.send(fileId, rejected, taken);
    }

    @Override
    public void flush() {
        outlet.flush();
    }

    @Override
    public void check() {
        outlet.check();
    }
}
