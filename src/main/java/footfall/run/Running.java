package footfall.run;

import footfall.view.Shipped;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What runs in this process until it is closed, and what one may ask of it. Safe for many threads. */
public interface Running extends AutoCloseable {
  /** What runs and where, in a few words. */
  String title();

  Views views();

  /** Whether transcripts are followed in this process. */
  boolean hasShipper();

  Shipped shipped();

  /** Something that whoever looks on should know now, and what to do next; mostly nothing. */
  default Optional<Notice> notice() {
    return Optional.empty();
  }

  /** Both in a few words. */
  record Notice(String what, String next) {}

  /** Completes, if ever, when it cannot go on: with an {@link Unable} or a {@link Crashed}. */
  CompletionStage<Exception> end();

  /** Stops it in order, within some seconds. */
  @Override
  void close();
}
