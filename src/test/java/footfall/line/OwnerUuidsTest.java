package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerUuidsTest {
    private OwnerUuids owners = new OwnerUuids(OwnerUuids.State.BEGIN);
    private final List<String> said = new ArrayList<>();

    private void line(OwnerUuids.Role role, String uuid, String session, String origin) {
        var envelope = new Envelope(new SessionId(session), null, null, uuid, null, null, null, null);
        var copied = origin == null ? envelope : Turns.with(envelope, Map.of("origin", origin));
        var uuids = owners.next(role, copied);
        said.add(uuids.asked() + " " + uuids.claimed() + " " + uuids.released());
        owners = new OwnerUuids(owners.state());
    }

    private void line(OwnerUuids.Role role, String uuid) {
        line(role, uuid, "s1", null);
    }

    @Test
    void promptsAndTheFirstAnswersOfAFileAndOfACompactionAreAskedFor() {
        line(OwnerUuids.Role.OTHER, "u0");
        line(OwnerUuids.Role.ASSISTANT, "u1");
        line(OwnerUuids.Role.ASSISTANT, "u2");
        line(OwnerUuids.Role.PROMPT, "u3");
        line(OwnerUuids.Role.ASSISTANT, "u4");
        line(OwnerUuids.Role.COMPACTION, "u5");
        line(OwnerUuids.Role.OTHER, "u6");
        line(OwnerUuids.Role.ASSISTANT, "u7");
        line(OwnerUuids.Role.ASSISTANT, "u8");
        assertThat(said)
                .containsExactly(
                        "null [] []",
                        "u1 [u1] []",
                        "null [] []",
                        "u3 [u3] []",
                        "null [] []",
                        "null [] []",
                        "null [] []",
                        "u7 [u7] []",
                        "null [] []");
    }

    @Test
    void anAnswerThatNamesItsOriginReleasesItsPrompt() {
        line(OwnerUuids.Role.PROMPT, "u1");
        line(OwnerUuids.Role.ASSISTANT, "u2", "s1", "s9");
        line(OwnerUuids.Role.PROMPT, "u3");
        line(OwnerUuids.Role.ASSISTANT, "u4", "s1", "s1");
        line(OwnerUuids.Role.PROMPT, "u5");
        line(OwnerUuids.Role.ASSISTANT, "u6");
        assertThat(said)
                .containsExactly("u1 [u1] []", "u2 [] [u1]", "u3 [u3] []", "null [] [u3]", "u5 [u5] []", "null [] []");
    }

    @Test
    void anAnswerReleasesOnlyThePromptsOfItsSession() {
        line(OwnerUuids.Role.PROMPT, "u1");
        line(OwnerUuids.Role.PROMPT, "u2", "s2", null);
        line(OwnerUuids.Role.ASSISTANT, "u3", "s2", "s9");
        line(OwnerUuids.Role.ASSISTANT, "u4", "s1", "s9");
        assertThat(said).containsExactly("u1 [u1] []", "u2 [u2] []", "u3 [] [u2]", "null [] [u1]");
    }

    @Test
    void ofManyPromptsWithoutAnAnswerTheLastAreNotKept() {
        for (int i = 0; i < 100; i++) {
            line(OwnerUuids.Role.PROMPT, "u" + i);
        }
        assertThat(owners.state().unanswered()).hasSize(64);
    }
}
