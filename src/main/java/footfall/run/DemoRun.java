package footfall.run;

import footfall.view.Shipped;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What runs over the home of a demo: it says when the play is over and all of it has come out. */
public record DemoRun(Running running, Demo demo) implements Running {
  private static final String NEXT = "for this machine's agents: footfall up";

  @Override
  public Optional<Notice> notice() {
    if (demo.trouble() != null) {
      return Optional.of(new Notice("the demo cannot go on: " + demo.trouble(), NEXT));
    }
    boolean isOut = demo.isOver() && shipped().bytesBehind() == 0 && views().openTurns(1).count() == 0;
    return isOut ? Optional.of(new Notice("the demo is over", NEXT)) : running.notice();
  }

  @Override
  public String title() {
    return "demo on" + running.title().substring(running.title().lastIndexOf(' '));
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
