package footfall.screen;

import java.util.Locale;

/** Numbers of things in words for people: {@code 1 step}, {@code 1,204 steps}. */
public final class Counted {
  private Counted() {}

  /** {@code one}: what one of them is called; more of them end in an s. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  public static String of(long count, String one, String many) {
    return number(count) + " " + (count == 1 ? one : many);
  }

  /** With a comma behind each three digits. */
  public static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
