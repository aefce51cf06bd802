package footfall.run;

import footfall.view.Shipped;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A run on the home of a demo; it reports when the demo has ended and all its turns are emitted. */
public record DemoRun(Running running, Demo demo) implements Running {
    private static final String NEXT = "to follow this machine's agents: footfall up";

    @Override
    public Optional<Notice> notice() {
        if (demo.problem() != null) {
            return Optional.of(new Notice("the demo stopped: " + demo.problem(), NEXT));
        }
        boolean isOut = demo.isOver()
                && shipped().bytesBehind() == 0
                && views().openTurns(1).count() == 0;
        return isOut ? Optional.of(new Notice("the demo has ended", NEXT)) : running.notice();
    }

    @Override
    public String title() {
        return "demo on" + running.title().substring(running.title().lastIndexOf(' '));
    }

    @Override
    public Optional<String> url() {
        return running.url();
    }

    @Override
    public Views views() {
        return running.views();
    }

    @Override
    public boolean hasShipper() {
        return running.hasShipper();
    }

    @Override
    public Shipped shipped() {
        return running.shipped();
    }

    @Override
    public CompletionStage<Exception> end() {
        return running.end();
    }

    @Override
    public void close() {
        running.close();
        demo.close();
    }
}
