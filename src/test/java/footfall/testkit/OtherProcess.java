package footfall.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What another process finds when it asks the operating system for the lock on a file. */
public final class OtherProcess {
    private static final int HELD = 3;

    private OtherProcess() {}

    /** What the other process does. */
    public static void main(String[] arguments) throws IOException {
        try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            System.exit(channel.tryLock() == null ? HELD : 0);
        }
    }

    /** Whether it could take the lock; it gives it back at once. */
    public static boolean canLock(Path file) throws IOException, InterruptedException {
        var command = ChildJava.command();
        command.addAll(List.of(OtherProcess.class.getName(), file.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes());
        int code = process.waitFor();
        if (code != 0 && code != HELD) {
            throw new IllegalStateException("the other process ended with " + code + ": " + said);
        }
        return code == 0;
    }
}
