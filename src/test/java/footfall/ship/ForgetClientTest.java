package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.wire.Forget;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tombstones follow from requests. */
class ForgetClientTest {
    @Test
    void keysOfASessionBeginWithItsWholeId() {
        var isAsked = ForgetClient.keysOf(List.of(Forget.session("r1", "s1"), Forget.session("r2", "a:b")));
        assertThat(List.of("s1", "s1:0", "s1:0/2", "s1/agent", "s1/agent:0", "a:b", "a:b:0"))
                .allMatch(isAsked);
        assertThat(List.of("", ":", "s", "s10", "s10:0", "a", "a:0", "other:s1"))
                .noneMatch(isAsked);
    }

    @Test
    void eachKeyMayBeOfAUser() {
        assertThat(ForgetClient.keysOf(List.of(Forget.user("r1", "ada")))).accepts("s1", "s2:0");
    }
}
