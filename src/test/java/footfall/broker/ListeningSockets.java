package footfall.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The TCP sockets on which this process listens, as Linux tells in {@code /proc}. */
final class ListeningSockets {
    private static final Path PROC = Path.of("/proc/self");
    private static final String LISTENING = "0A";

    private ListeningSockets() {}

    /** The bytes of an address as {@code /proc} prints them, and its port. */
    record Address(String bytes, int port) {
        private static final Set<String> LOOPBACK = Set.of("0100007F", "0000000000000000FFFF00000100007F");

        boolean isLoopback() {
            return LOOPBACK.contains(bytes);
        }
    }

    static Set<Address> ofThisProcess() throws IOException {
        var own = inodes();
        var addresses = new HashSet<Address>();
        for (var table : List.of("net/tcp", "net/tcp6")) {
            try (var lines = Files.lines(PROC.resolve(table))) {
                lines.skip(1)
                        .map(line -> line.strip().split("\\s+"))
                        .filter(row -> row[3].equals(LISTENING) && own.contains(row[9]))
                        .map(row -> row[1].split(":"))
                        .forEach(parts -> addresses.add(new Address(parts[0], Integer.parseInt(parts[1], 16))));
            }
        }
        return addresses;
    }

    private static Set<String> inodes() throws IOException {
        try (var descriptors = Files.list(PROC.resolve("fd"))) {
            return descriptors
                    .map(ListeningSockets::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
    }

    /** Empty when the descriptor was closed meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
