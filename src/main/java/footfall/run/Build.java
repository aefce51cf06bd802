package footfall.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What Maven knew of this build; "unknown" outside a git clone. */
public final class Build {
    private static final String FILE = "/footfall/build.properties";

    private Build() {}

    public static String version() {
        return properties().getProperty("version");
    }

    public static Properties properties() {
        var build = new Properties();
        try (var in = Build.class.getResourceAsStream(FILE)) {
            build.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(FILE + " is unreadable", unreadable);
        }
        return build;
    }
}
