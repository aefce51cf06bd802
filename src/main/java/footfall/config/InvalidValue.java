package footfall.config;

import java.util.List;

/** A value that a key does not take, with all that is wrong in it. */
final class InvalidValue extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Fault> faults;

  InvalidValue(String message) {
    this(List.of(new Fault(null, message)));
  }

  InvalidValue(List<Fault> faults) {
    super(faults.toString());
    this.faults = List.copyOf(faults);
  }

  /**
   * One thing that is wrong; the message goes on after the key's name: "is 0, below 1". {@code entry}: of a
   * table the entry that it is about, else null.
   */
  record Fault(String entry, String message) {}

  List<Fault> faults() {
    return faults;
  }
}
