package footfall.view;

/**
 * How far a partition of the topic {@code lines} is: lines processed since its task began here, and lines
 * that wait; {@code UNKNOWN} until the broker has told.
 */
public record Progress(int partition, long processed, long lag) {
  public static final long UNKNOWN = -1;
}
