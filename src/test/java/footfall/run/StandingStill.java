package footfall.run;

import footfall.line.TrailId;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Shipped;
import footfall.view.Views;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Something that runs, with no turn open and a part of its transcripts that waits. */
final class StandingStill implements Running, Views {
    @Override
    public String title() {
        return "up on 127.0.0.1:19092";
    }

    @Override
    public Views views() {
        return this;
    }

    @Override
    public boolean hasShipper() {
        return true;
    }

    @Override
    public Shipped shipped() {
        return new Shipped(true, 1, 0, 1, 0, 1, List.of(), List.of());
    }

    @Override
    public CompletionStage<Exception> end() {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {}

    @Override
    public OpenTurns openTurns(int max) {
        return OpenTurns.NONE;
    }

    @Override
    public Optional<OpenTurn> openTurn(TrailId trail) {
        return Optional.empty();
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        return Optional.empty();
    }

    @Override
    public List<Readiness.Progress> progress() {
        return List.of();
    }

    @Override
    public Readiness readiness() {
        return Readiness.CURRENT;
    }

    @Override
    public Listening listen(Listener listener) {
        return () -> {};
    }
}
