package footfall.cli;

import footfall.config.Environment;
import footfall.line.Dialects;
import footfall.report.StandardInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Runs commands as a person would, with a home of its own and a clock that stands still. */
final class Terminal {
    static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

    private final Map<String, String> variables = new HashMap<>();

    private byte[] input = new byte[0];
    private ZoneId zone = ZoneOffset.UTC;
    private boolean isScreen;
    private boolean isErrScreen;

    Terminal(Path home) {
        variables.put("HOME", home.toString());
    }

    /** The usual homes of all agents, as messages list them. */
    static String homes(Path user) {
        return Dialects.all().stream()
                .flatMap(dialect -> dialect.homes(Map.of(), user.toString()).stream())
                .collect(Collectors.joining(", "));
    }

    Terminal with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    /** The same person, who pipes these bytes into the command. */
    Terminal typing(byte[] bytes) {
        input = bytes;
        return this;
    }

    /** The same person, in another zone. */
    Terminal in(ZoneId zone) {
        this.zone = zone;
        return this;
    }

    /** The same person, who sees messages on a screen. */
    Terminal watching() {
        isErrScreen = true;
        return this;
    }

    /** The same person, who sees results on a screen. */
    Terminal reading() {
        isScreen = true;
        return this;
    }

    /** What came of it. */
    record Ran(int exit, String out, String err) {}

    Ran run(String... arguments) {
        return run(console -> Main.run(console, arguments));
    }

    Ran run(ToIntFunction<Console> command) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var clock = Clock.fixed(NOW, zone);
        var errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        var console = new Console(
                new Environment(variables),
                clock,
                new StandardInput(new ByteArrayInputStream(input)),
                out,
                errors,
                isScreen,
                isErrScreen);
        int exit = command.applyAsInt(console);
        return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
