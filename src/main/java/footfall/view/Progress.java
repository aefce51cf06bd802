package footfall.view;

/**
 * Progress of a partition of the topic {@code lines}: lines processed since its task started here, and the
 * lag; {@code UNKNOWN} until the broker reported it.
 */
public record Progress(int partition, long processed, long lag) {
    public static final long UNKNOWN = -1;
}
