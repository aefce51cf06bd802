package footfall.call;

/** The tests' own dialect has the names of the reports. */
public final class MiniSpelling implements Spelling {
  @Override
  public String dialect() {
    return "mini";
  }

  @Override
  public Spelled of(Spelled call) {
    return call;
  }
}
