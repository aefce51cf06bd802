package footfall.ship;

import footfall.ship.ReadAhead.Readers;

/** Ways in which new files are read, all of which send the same. */
enum Reads {
    /** By the thread that ships, each when its turn has come. */
    IN_TURN(new Readers(null, 0, Long.MAX_VALUE)),
    /** By the thread that ships, all before the first is taken. */
    AT_ONCE(new Readers(InPlace::new, Integer.MAX_VALUE, 0)),
    /** By threads that have to wait for each other. */
    BY_THREADS(Readers.threads(2, 1, 0));

    private final Readers readers;

    Reads(Readers readers) {
        this.readers = readers;
    }

    Readers readers() {
        return readers;
    }

    private static final class InPlace implements Readers.Pool {
        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void close() {}
    }
}
