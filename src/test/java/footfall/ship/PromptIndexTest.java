package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.PromptIndex;
import java.util.HashMap;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Whose a prompt is: the first session's, kept over a restart, and forgotten only after so many others. */
class PromptIndexTest {
    private static PromptIndex restarted(PromptIndex prompts) {
        var checkpoint = Checkpoint.empty("here");
        prompts.each((hash, session) ->
                checkpoint.prompts().put(hash, prompts.sessions().get(session)));
        return CheckpointBytes.read(CheckpointBytes.write(checkpoint))
                .orElseThrow()
                .prompts();
    }

    private static PromptIndex full(int from, int to) {
        var prompts = new PromptIndex();
        for (int i = from; i < to; i++) {
            prompts.claim("u" + i, "s" + i % 7);
        }
        return prompts;
    }

    @Property(tries = 200)
    void theFirstSessionOwnsAPromptWhateverComesAfterIt(
            @ForAll List<@IntRange(max = 40) Integer> uuids, @ForAll @IntRange(max = 50) int restart) {
        var prompts = new PromptIndex();
        var owners = new HashMap<String, String>();
        for (int i = 0; i < uuids.size(); i++) {
            var session = "s" + i % 5;
            var owner = owners.putIfAbsent("u" + uuids.get(i), session);
            prompts = i == restart ? restarted(prompts) : prompts;
            prompts.claim("u" + uuids.get(i), session);
            assertThat(prompts.ownerOther("u" + uuids.get(i), session))
                    .isEqualTo(owner == null || owner.equals(session) ? null : owner);
        }
        assertThat(prompts.size()).isEqualTo(owners.size());
    }

    @Test
    void theNewestHalfIsAlwaysKnownAndTheOldestIsForgotten() {
        int all = 3 * PromptIndex.HALF_MAX + 10;
        var prompts = restarted(full(0, all));
        assertThat(prompts.size()).isLessThanOrEqualTo(2 * PromptIndex.HALF_MAX);
        for (int i = all - PromptIndex.HALF_MAX; i < all; i++) {
            assertThat(prompts.ownerOther("u" + i, "other")).isEqualTo("s" + i % 7);
        }
        prompts.claim("u0", "other");
        assertThat(prompts.ownerOther("u0", "third")).isEqualTo("other");
    }

    @Test
    void aSessionIsForgottenWithItsLastPrompt() {
        var prompts = new PromptIndex(10);
        for (int i = 0; i < 1_000; i++) {
            prompts.claim("u" + i, "s" + i);
        }
        assertThat(prompts.sessions()).hasSizeLessThanOrEqualTo(20).contains("s999");
        assertThat(restarted(prompts).ownerOther("u999", "other")).isEqualTo("s999");
    }

    @Test
    void onlyTheOwnerReleasesAPromptAndTheNextThatClaimsItOwnsIt() {
        var prompts = new PromptIndex();
        prompts.claim("u", "s1");
        prompts.release("u", "s2");
        assertThat(prompts.ownerOther("u", "s2")).isEqualTo("s1");
        prompts.release("u", "s1");
        prompts = restarted(prompts);
        assertThat(prompts.ownerOther("u", "s2")).isNull();
        prompts.claim("u", "s2");
        assertThat(restarted(prompts).ownerOther("u", "s1")).isEqualTo("s2");
    }

    @Test
    void aPromptWithoutAUuidIsNobodysCopy() {
        var prompts = new PromptIndex();
        assertThat(prompts.ownerOther(null, "s1")).isNull();
    }
}
