package footfall.view;

import footfall.pattern.Sample;
import footfall.turn.Position;

/** A sample of turns. {@code scanned} and {@code reached} as in {@link Tallied}. */
public record SamplePart(Sample sample, long scanned, Position reached) {
    public static final SamplePart NONE = new SamplePart(Sample.NONE, 0, null);

    public SamplePart plus(SamplePart other) {
        return new SamplePart(
                sample.plus(other.sample), scanned + other.scanned, Direction.ASC.first(reached, other.reached));
    }
}
