package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.DesireRules;
import footfall.line.SessionId;
import footfall.pattern.TalliedTurn;
import footfall.testkit.Cluster;
import footfall.testkit.FileTallies;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * All stories through one broker and one running topology, their sessions identified by the name of
 * the story.
 */
@Timeout(180)
class StoriesThroughABrokerIT {
    @TempDir
    Path folder;

    @Test
    void everyStoryEndsAsItsFilesAndAsItsPageSays() {
        var sent = new ArrayList<Shipment.Sent>();
        for (var story : Story.all()) {
            sent.addAll(sent(story));
        }
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("stories", 3, Story.RULES);
            var turns = List.copyOf(footfall.send(sent).run(2));
            for (var story : Story.all()) {
                var own = own(turns, story);
                assertThat(TurnText.of(own, prefix(story)))
                        .as(story.name())
                        .isEqualTo(TurnText.of(
                                Shipment.of(story).turns(Story.RULES).values()));
                assertThat(TurnText.withoutErrors(own.stream()
                                .map(turn -> TurnJson.line(turn).replace(prefix(story), ""))
                                .toList()))
                        .as(story.name())
                        .isEqualTo(TurnText.withoutErrors(story.expected()));
            }
            assertThat(footfall.tallies()).isEqualTo(FileTallies.of(walks(), DesireRules.DEFAULTS, null));
            footfall.committed()
                    .each(Channels.REJECTED, record -> assertThat(record).isNull());
            footfall.committed().each(Channels.TURNS, record -> {
                assertThat(record.key()).isEqualTo(record.value().id().turnId());
                assertThat(record.headers()).isEmpty();
            });
        }
    }

    /** What the turns of all stories give. */
    private static List<TalliedTurn> walks() {
        var walks = new ArrayList<TalliedTurn>();
        for (var story : Story.all()) {
            Shipment.of(story)
                    .walks(Story.RULES)
                    .forEach(walk -> walks.add(new TalliedTurn(
                            prefix(story) + walk.turnId(),
                            new SessionId(prefix(story) + walk.sessionId()),
                            walk.given())));
        }
        return walks;
    }

    private static List<Shipment.Sent> sent(Story story) {
        return Shipment.of(story).records().stream()
                .map(record -> record.renamed(prefix(story)))
                .toList();
    }

    /** The sessions of Codex keep their names, which are unique, and whose time tells copies. */
    private static String prefix(Story story) {
        return story.name().startsWith("codex") ? "" : story.name() + "~";
    }

    private static List<Turn> own(List<Turn> turns, Story story) {
        var sessions = sent(story).stream().map(Shipment.Sent::session).collect(Collectors.toSet());
        return turns.stream()
                .filter(turn -> sessions.contains(turn.id().sessionId().value()))
                .toList();
    }
}
