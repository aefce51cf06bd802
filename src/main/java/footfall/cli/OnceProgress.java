package footfall.cli;

import footfall.run.OneShotRun;

/** Shows the current stage on a terminal; prints nothing elsewhere. */
final class OnceProgress implements OneShotRun.Progress, AutoCloseable {
    private final Console console;
    private ReadingProgress reading;

    OnceProgress(Console console) {
        this.console = console;
        this.reading = new ReadingProgress(console);
    }

    @Override
    public void stage(String what) {
        reading.close();
        if (console.isErrScreen()) {
            console.say(what + " ...");
        }
    }

    @Override
    public void total(long bytes) {
        reading = new ReadingProgress(console);
        reading.total(bytes);
    }

    @Override
    public void read(long bytes) {
        reading.read(bytes);
    }

    @Override
    public void close() {
        reading.close();
    }
}
