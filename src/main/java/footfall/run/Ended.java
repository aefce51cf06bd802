package footfall.run;

import footfall.broker.BrokerUnavailable;
import footfall.broker.TopicsFailed;
import footfall.ship.SendingFailed;
import footfall.ship.ShipperFailed;
import footfall.topology.TopologyFailed;

/** What ended something, as those who started it know it. */
final class Ended {
  private Ended() {}

  /** What a person can act on is {@link Unable}, what is a bug {@link Crashed}; anything else is itself. */
  static Exception told(Throwable why) {
    if (why instanceof BrokerUnavailable || why instanceof TopicsFailed || why instanceof SendingFailed
        || why instanceof ShipperFailed) {
      return new Unable(why.getMessage(), why);
    } else if (why instanceof TopologyFailed failed) {
      return failed.refused().<Exception>map(said -> new Unable(said, why)).orElseGet(() -> new Crashed(failed
          .getMessage(), why));
    }
    return why instanceof Exception known ? known : new Crashed("the process is in trouble: " + why, why);
  }
}
