package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The address at which other instances ask this one. */
class AdvertisedTest {
    private static Optional<String> address(String server, String... settings) throws Exception {
        var config =
                Config.read(new Environment(Map.of("HOME", "/nowhere")), new Config.Flags(null, List.of(settings)));
        return Stream.Advertised.address(config, URI.create(server));
    }

    @Test
    void itIsWhereTheServerListensUnlessThatIsEveryAddress() throws Exception {
        assertThat(address("http://127.0.0.1:19081")).contains("127.0.0.1:19081");
        assertThat(address("https://[::1]:7", "serve_address=::1")).contains("[::1]:7");
        assertThat(address("http://10.1.2.3:19080", "serve_address=10.1.2.3")).contains("10.1.2.3:19080");
        assertThat(address("http://127.0.0.1:19080", "serve_address=0.0.0.0")).isEmpty();
    }

    @Test
    void theSettingWinsWithThePortInUseUnlessItHasOne() throws Exception {
        assertThat(address("http://127.0.0.1:19081", "serve_advertised=stream-0.footfall"))
                .contains("stream-0.footfall:19081");
        assertThat(address("http://127.0.0.1:19081", "serve_advertised=stream-0:8443"))
                .contains("stream-0:8443");
        assertThat(address("http://127.0.0.1:19081", "serve_advertised=[fd00::1]"))
                .contains("[fd00::1]:19081");
    }

    @Test
    void theServerAnswersToItsAdvertisedName() throws Exception {
        var flags = new Config.Flags(null, List.of("serve_names=a", "serve_advertised=stream-0:8443"));
        var config = Config.read(new Environment(Map.of("HOME", "/nowhere")), flags);
        assertThat(config.serveSettings().names()).containsExactly("a", "stream-0");
    }
}
