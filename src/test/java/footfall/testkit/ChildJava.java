package footfall.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How tests start processes of this build. */
public final class ChildJava {
    /** The jar that Maven has just packaged for integration tests; null where a test runs by itself. */
    private static final String JAR = System.getProperty("footfall.jar");

    private ChildJava() {}

    /** The class path of a process of this build. */
    public static String classPath() {
        var own = System.getProperty("java.class.path");
        return JAR == null ? own : JAR + File.pathSeparator + own;
    }

    /** The program and its flags; the main class and its arguments follow. */
    public static List<String> command(String... flags) {
        return commandWith(classPath(), flags);
    }

    /** The same for another class path, which may be that of an older build. */
    public static List<String> commandWith(String classPath, String... flags) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (classPath.equals(classPath())) {
            command.addAll(archive());
        }
        if (Runtime.version().feature() >= 24) {
            // What the launcher and the manifest of the jar give to newer Javas, which else warn of libraries on
            // stderr.
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", classPath));
        return command;
    }

    /** The same as words of a shell. */
    public static String words(String... flags) {
        return command(flags).stream().map(word -> '"' + word + '"').collect(Collectors.joining(" "));
    }

    /** Of the classes that a start loads: see src/build/tests/classes.xml. */
    private static List<String> archive() {
        if (JAR == null) {
            return List.of();
        }
        var archive = Path.of(JAR).resolveSibling("test-cds/java-" + System.getProperty("java.version") + ".jsa");
        // An archive that cannot be used is no news: under a changed clock, the jar seems to be another one.
        return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off") : List.of();
    }
}
