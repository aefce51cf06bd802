package footfall.ship;

/** Shipping cannot go on; the message names the thing and the way out. */
public final class ShipperFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ShipperFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
