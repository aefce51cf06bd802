package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.SettingErrors;
import footfall.config.SettingKey.Setting;
import footfall.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Input: 0 and a settings file, or 1 and assignments of {@code --set}, one a line. They are settings that can be
 * shown and used, or mistakes, each with its place.
 */
public final class SettingsFuzz {
    private static final Path HOME = ScratchFolder.create();
    private static final Path FILE = HOME.resolve("settings.toml");
    private static final Environment ENVIRONMENT = new Environment(Map.of("HOME", HOME.toString()));

    private SettingsFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        var input = new FuzzInput(data);
        boolean isFile = input.choice(List.of(true, false));
        if (isFile) {
            Files.write(FILE, input.rest());
        }
        try {
            use(Config.read(
                    ENVIRONMENT, isFile ? new Config.Flags(FILE, List.of()) : new Config.Flags(null, input.texts())));
        } catch (SettingErrors mistakes) {
            var place = isFile ? FILE.toString() : "--set: ";
            assertThat(mistakes.getMessage()).startsWith(place);
        }
    }

    private static void use(Settings settings) {
        assertThat(settings.all()).extracting(Setting::shown).doesNotContainNull();
        settings.topologySettings();
        settings.brokerSettings();
        settings.serveSettings();
        settings.relaySettings();
    }
}
