package footfall.cli;

import footfall.config.Environment;
import footfall.report.StandardInput;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Says what is wrong with a command as a person types it, without running it. */
public final class Typed {
    private Typed() {}

    /** {@code words}: what stands behind {@code ./footfall}. Null when nothing is wrong. */
    public static String problem(List<String> words) {
        var nowhere = new ByteArrayOutputStream();
        var console = new Console(
                new Environment(Map.of()),
                Clock.systemUTC(),
                new StandardInput(InputStream.nullInputStream()),
                nowhere,
                new PrintStream(nowhere, true, StandardCharsets.UTF_8),
                false,
                false);
        var arguments = words.toArray(String[]::new);
        try {
            Main.of(console, arguments).parseArgs(arguments);
            return null;
        } catch (CommandLine.ParameterException wrong) {
            return wrong.getMessage();
        }
    }
}
