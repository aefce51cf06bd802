package footfall.cli;

import footfall.run.Build;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from properties that Maven filled in; "unknown" outside a git clone. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    static String text() {
        var build = Build.properties();
        return "footfall " + build.getProperty("version") + " (build " + build.getProperty("build") + ", Kafka "
                + build.getProperty("kafka") + ", Java " + System.getProperty("java.version") + ")";
    }

    static String number() {
        return Build.version();
    }
}
