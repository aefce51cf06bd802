package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.row.RowBytes;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The bytes of digests: stored, so that a build reads those of an earlier one. */
class TurnDigestTest {
    @Test
    void theDigestOfEachTurnOfTheStoriesIsReadAsItWasWrittenAndGarbageIsNone() {
        for (var story : Story.all()) {
            for (var turn : Fold.files(story.files())) {
                var digest = TurnDigest.of(turn);
                var bytes = digest.bytes();
                assertThat(TurnDigest.read(bytes)).isEqualTo(digest);
                for (int length = 0; length < bytes.length; length += 7) {
                    var cut = Arrays.copyOf(bytes, length);
                    assertThat(RowBytes.tried(() -> TurnDigest.read(cut))).isEmpty();
                }
            }
        }
    }
}
