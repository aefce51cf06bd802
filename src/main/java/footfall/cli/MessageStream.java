package footfall.cli;

import footfall.config.LogFormat;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/** The standard error of a process. Messages become log events once the settings ask for JSON. */
final class MessageStream extends PrintStream {
    /** The configuration of the log includes the appender of this format. */
    private static final String FORMAT_PROPERTY = "FOOTFALL_LOG_FORMAT";

    private static final String LOGGER = "footfall";
    private volatile boolean isJson;

    MessageStream() {
        super(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    }

    /** To be called before anything is logged. */
    void format(LogFormat format) {
        System.setProperty(FORMAT_PROPERTY, format.word());
        isJson = format == LogFormat.JSON;
    }

    /** Prints one line. */
    void say(String line) {
        if (isJson) {
            LoggerFactory.getLogger(LOGGER).info("{}", line);
        } else {
            println(Console.PREFIX + line);
        }
    }
}
