package footfall.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The columns of the terminal. Not by picocli, which reports at least 55 and reads the options of a command first. */
final class ScreenWidth {
    private static final File TERMINAL = new File("/dev/tty");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,5} ([1-9][0-9]{0,4})");

    private ScreenWidth() {}

    /** As reported by the operating system, else this default. */
    static int of(int otherwise) {
        try {
            var stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectErrorStream(true)
                    .start();
            try (var said =
                    new BufferedReader(new InputStreamReader(stty.getInputStream(), StandardCharsets.US_ASCII))) {
                var size = SIZE.matcher(String.valueOf(said.readLine()));
                return size.matches() ? Integer.parseInt(size.group(1)) : otherwise;
            }
        } catch (IOException none) {
            return otherwise;
        }
    }
}
