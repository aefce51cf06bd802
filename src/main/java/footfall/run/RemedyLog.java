package footfall.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.desire.AppliedRemedy;
import footfall.folder.OwnerOnly;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When remedies were written on this machine, and where: lines of JSON in a file of the data folder. */
public record RemedyLog(Path file) {
    private static final int BYTES_MAX = 1 << 20;

    private record Written(Instant at, String id, String file) {}

    /** That of a data folder. */
    public static RemedyLog of(Settings settings) {
        return new RemedyLog(settings.get(SettingKeys.DATA_DIR).resolve("remedies.jsonl"));
    }

    public void add(Instant at, String desire, Path into) throws IOException {
        OwnerOnly.folder(file.getParent());
        var line = Json.MAPPER.writeValueAsString(
                new Written(at, desire, into.toAbsolutePath().normalize().toString()));
        // A line that was cut does not take this one with it.
        var begin = Files.exists(file) && !tail().endsWith("\n") ? "\n" : "";
        Files.writeString(file, begin + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The last part of the file; what is no UTF-8 is replaced. */
    private String tail() throws IOException {
        try (var in = FileChannel.open(file)) {
            var bytes = ByteBuffer.allocate((int) Math.min(in.size(), BYTES_MAX));
            in.position(in.size() - bytes.capacity());
            while (bytes.hasRemaining() && in.read(bytes) >= 0) {}
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }

    /** The latest last, of the last megabyte. */
    public List<AppliedRemedy> all() throws IOException {
        try {
            return tail().lines()
                    .flatMap(line -> read(line).stream())
                    .filter(one -> one.id != null && one.at != null)
                    .map(one -> AppliedRemedy.here(one.id, one.at, AppliedRemedy.Place.of(name(one.file))))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    /** Of a path of any system. */
    private static String name(String path) {
        return path == null ? "" : path.replaceFirst(".*[/\\\\]", "");
    }

    /** A line that was cut or changed says nothing. */
    private static Optional<Written> read(String line) {
        try {
            return Optional.ofNullable(Json.MAPPER.readValue(line, Written.class));
        } catch (JsonProcessingException broken) {
            return Optional.empty();
        }
    }
}
