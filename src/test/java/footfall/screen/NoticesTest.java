package footfall.screen;

import static footfall.screen.Boards.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Views.Change;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private static Change alert(String session, int level, Alert.State state) {
        return new Change.Alerted(new Alert(
                session + ":0:length:" + level,
                Alert.Kind.LENGTH,
                level,
                state,
                21,
                20,
                session + ":0",
                new SessionId(session),
                "Read{2+}",
                new Turn.Product("claude", "2.1.7"),
                new Origin("shop\u001b]", "box", "ann"),
                NOW,
                NOW));
    }

    @Test
    void alertsBelowTheLevelAndClearedOnesAreSilent() {
        var notices = new Notices(2);
        notices.accept(alert("s1", 1, Alert.State.RAISED));
        notices.accept(alert("s1", 2, Alert.State.CLEARED));
        assertThat(notices.next()).isEmpty();
    }

    @Test
    void severalAlertsMakeOneNoticeInWhichNothingSteersTheTerminal() {
        var notices = new Notices(2);
        notices.accept(alert("s1", 2, Alert.State.RAISED));
        assertThat(notices.next()).contains("footfall: s1:0 21 steps, over 20, project shop\\u001b]");
        notices.accept(alert("s1", 2, Alert.State.RAISED));
        notices.accept(alert("s2", 3, Alert.State.RAISED));
        notices.accept(alert("s3", 2, Alert.State.RAISED));
        assertThat(notices.next()).contains("footfall: s2:0 21 steps, over 20, project shop\\u001b]; 2 more alerts");
        assertThat(notices.next()).isEmpty();
    }

    @Test
    void levelZeroIsSilent() {
        var notices = new Notices(0);
        notices.accept(alert("s1", 3, Alert.State.RAISED));
        assertThat(notices.next()).isEmpty();
    }
}
