package footfall.run;

import footfall.broker.BrokerSettings;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * {@link OneShotRun} in a process of its own, to be killed: over a data folder, a folder of transcripts, and
 * a file for its phases.
 */
final class OnceMain {
    private OnceMain() {}

    /** Ends as the product does, whatever threads are left: a broker may take long to stop. */
    public static void main(String[] arguments) {
        int exit = 1;
        try {
            run(arguments);
            exit = 0;
        } catch (Exception why) {
            why.printStackTrace();
        } finally {
            System.exit(exit);
        }
    }

    private static void run(String[] arguments) throws Exception {
        var data = Path.of(arguments[0]);
        var phases = Path.of(arguments[2]);
        new OneShotRun(settings(data, Path.of(arguments[1])), new OneShotRun.Progress() {
                    @Override
                    public void stage(String what) {
                        try {
                            Files.writeString(
                                    phases, what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        } catch (IOException why) {
                            throw new UncheckedIOException(why);
                        }
                    }

                    @Override
                    public void total(long bytes) {}

                    @Override
                    public void read(long bytes) {}
                })
                .run();
    }

    static OneShotSettings settings(Path data, Path transcripts) {
        return new OneShotSettings(
                broker(data),
                data,
                List.of(transcripts),
                Defaults.topology(Story.RULES),
                Defaults.REDACT,
                Shipment.BOX,
                3,
                2,
                LineParser.LINE_BYTES_MAX,
                ExcludedProjects.NONE);
    }

    static BrokerSettings broker(Path data) {
        return BrokerSettings.in(data.resolve("broker"));
    }
}
