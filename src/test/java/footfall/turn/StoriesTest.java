package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each story of {@code src/test/stories} through the fold. {@code -Dfootfall.accept} writes what came out
 * over what was expected; read the diff against {@code topology-docs/turns.md} before it is committed.
 */
class StoriesTest {
    private static final boolean ACCEPT = System.getProperty("footfall.accept") != null;

    @TestFactory
    Stream<DynamicTest> aStoryReadFromFilesEndsAsItsPageSays() {
        return each(story -> {
            var turns = Fold.files(story.files());
            assertThat(turns).isNotEmpty();
            if (ACCEPT) {
                story.accept(turns.stream().map(TurnJson::line).toList());
            }
            assertThat(pretty(turns)).isEqualTo(expected(story, true));
        });
    }

    @TestFactory
    Stream<DynamicTest> aStoryFedASecondTimeInPartsAndWholeEndsTheSame() {
        return each(story -> {
            var fold = Fold.starting();
            for (var file : story.files()) {
                int half = file.parts().size() / 2;
                fold.feed(file.part(0, half))
                        .feed(file.part(half / 2, half))
                        .feed(file)
                        .feed(file.part(0, half));
            }
            story.files().forEach(fold::feed);
            assertThat(pretty(fold.end())).isEqualTo(expected(story, true));
        });
    }

    @TestFactory
    Stream<DynamicTest> aStoryWhoseLinesComeOneByOneWithTimeForEveryTimerEndsTheSameButForRevisions() {
        return each(story -> {
            var fold = Fold.starting();
            for (var file : story.files()) {
                for (int i = 0; i < file.parts().size(); i++) {
                    fold.feed(file.part(i, i + 1)).pass(Duration.ofHours(1));
                }
            }
            assertThat(pretty(withoutRevision(fold.last()))).isEqualTo(expected(story, false));
            int emitted = fold.emitted().size();
            fold.end();
            assertThat(fold.emitted()).hasSize(emitted);
        });
    }

    /**
     * A longer file with the same first line, as the shipper sends it when the bytes that it read have changed. Not if
     * a trail has two files, of which each starts it over, if links come in another order, or if a fork has a prompt
     * that its original got only then.
     */
    @TestFactory
    Stream<DynamicTest> aStoryWhoseFilesAreRewrittenInPlaceEndsTheSame() {
        var without = Set.of(
                "a-copied-turn-goes-on",
                "a-subagent-in-two-files",
                "codex-revert",
                "gemini-carried-over",
                "one-trail-in-two-files",
                "subagent-links");
        return each(story -> {
            if (without.contains(story.name())) {
                return;
            }
            var fold = Fold.starting();
            for (var file : story.files()) {
                int count = file.parts().size();
                fold.feed(file.part(0, 1)).feed(file.part(count - count / 3, count));
            }
            fold.pass(Duration.ofHours(1));
            story.files().forEach(file -> fold.feed(file.rewritten()));
            fold.end();
            assertThat(pretty(withoutRevision(fold.last()))).isEqualTo(expected(story, false));
        });
    }

    private interface Check {
        void of(Story story);
    }

    private static Stream<DynamicTest> each(Check check) {
        return Story.all().stream().map(story -> dynamicTest(story.sentence(), () -> check.of(story)));
    }

    private static String expected(Story story, boolean revisions) {
        return String.join(
                "\n",
                story.expected().stream()
                        .map(line -> revisions ? line : line.replaceAll("\"revision\": ?\\d+", "\"revision\": 0"))
                        .map(TurnJson::pretty)
                        .toList());
    }

    private static String pretty(List<Turn> turns) {
        return String.join("\n", turns.stream().map(TurnJson::pretty).toList());
    }

    private static List<Turn> withoutRevision(List<Turn> turns) {
        return turns.stream().map(turn -> turn.revised(0)).toList();
    }
}
