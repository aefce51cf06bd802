package footfall.cli;

import footfall.run.Build;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from properties that Maven filled in; "unknown" outside a git clone. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var build = Build.properties();
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
        return Build.version();
    }
}
