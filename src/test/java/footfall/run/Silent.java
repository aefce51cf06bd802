package footfall.run;

/** Tells nobody how far it is. */
final class Silent {
    static final OneShotRun.Progress PROGRESS = new OneShotRun.Progress() {
        @Override
        public void stage(String what) {}

        @Override
        public void total(long bytes) {}

        @Override
        public void read(long bytes) {}
    };

    private Silent() {}
}
