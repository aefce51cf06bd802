package footfall.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from properties that Maven filled in; "unknown" outside a git clone. */
final class Version implements IVersionProvider {
    private static final String BUILD = "/footfall/build.properties";

    @Override
    public String[] getVersion() {
        var build = build();
        return new String[] {
            "footfall %s (build %s, Kafka %s, Java %s)"
                    .formatted(
                            build.getProperty("version"),
                            build.getProperty("build"),
                            build.getProperty("kafka"),
                            System.getProperty("java.version"))
        };
    }

    static String number() {
        return build().getProperty("version");
    }

    private static Properties build() {
        var build = new Properties();
        try (var in = Version.class.getResourceAsStream(BUILD)) {
            build.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(BUILD + " is unreadable", unreadable);
        }
        return build;
    }
}
