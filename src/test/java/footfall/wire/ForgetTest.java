package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Requests to forget as records. Their bytes are an interface: requests of any version may be on the topic. */
class ForgetTest {
    private static final Forget SESSION = Forget.session("r-1", "s1");
    private static final Forget USER = Forget.user("r-2", "adé");

    private static Headers headers(Forget request) {
        var headers = new RecordHeaders();
        request.addTo(headers);
        return headers;
    }

    private static Received read(String key, byte[] value, Headers headers) {
        var place = new Received.Place("lines", 3, 14, 1_700_000_000_000L);
        return Received.read(new Received.Raw(place, key, value, headers));
    }

    @Test
    void theBytesAreThese() {
        assertThat(new String(SESSION.bytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"r-1\",\"session_id\":\"s1\"}");
        assertThat(new String(USER.bytes(), StandardCharsets.UTF_8)).isEqualTo("{\"id\":\"r-2\",\"user\":\"adé\"}");
        assertThat(AsyncApi.texts(headers(SESSION)))
                .containsOnly(Map.entry("footfall.control", "forget"), Map.entry("footfall.schema", "2"));
        assertThat(SESSION.key()).isEqualTo("s1");
        assertThat(USER.key()).isNull();
        assertThat(Forget.confirmation("r-1", 3)).isEqualTo("forget:r-1:3").matches(Forget::isConfirmation);
    }

    @Test
    void aRequestIsReadAsItWasWrittenAndWithFieldsToCome() {
        for (var request : new Forget[] {SESSION, USER, Forget.session("r", "s".repeat(1_000))}) {
            assertThat(((Received.OfForget) read(request.key(), request.bytes(), headers(request))).forget())
                    .isEqualTo(request);
        }
        var later = "{\"id\":\"r-1\",\"session_id\":\"s1\",\"why\":\"asked\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(((Received.OfForget) read("s1", later, headers(SESSION))).forget())
                .isEqualTo(SESSION);
    }

    @Test
    void anyOtherBytesAreUnreadable() {
        var random = new Random(16);
        for (int i = 0; i < 20_000; i++) {
            var value = SESSION.bytes();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt(256);
            }
            var received = read("s1", value, headers(SESSION));
            if (received instanceof Received.OfForget request) {
                assertThat(request.forget().key()).isEqualTo("s1");
            } else {
                assertThat(((Received.Unreadable) received).why().fileId()).isEqualTo("lines-3");
            }
        }
    }

    @Test
    void aRequestNamesOneSessionOrOneUser() {
        assertThatThrownBy(() -> new Forget("r", null, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Forget.session("r", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Forget.user("r:1", "ada")).isInstanceOf(IllegalArgumentException.class);
    }
}
