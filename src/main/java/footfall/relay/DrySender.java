package footfall.relay;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Shows messages instead of sending them. */
record DrySender<M>(Consumer<M> shown) implements Sender<M> {
    @Override
    public CompletableFuture<HttpPost.Result> send(M message) {
        shown.accept(message);
        return CompletableFuture.completedFuture(HttpPost.Result.NOTHING_TO_SEND);
    }

    @Override
    public void finished(Outgoing<M> sent, HttpPost.Result result, Instant now) {}

    @Override
    public void abandoned() {}

    @Override
    public void settle() {}

    @Override
    public boolean isRetrying() {
        return false;
    }
}
