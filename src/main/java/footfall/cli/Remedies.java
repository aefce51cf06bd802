package footfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.desire.Remedy;
import footfall.folder.OwnerOnly;
import footfall.report.FailureReason;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When remedies were written, and where: lines of JSON in the data folder, the latest last. */
record Remedies(Path log) {
    record Written(Instant at, String id, String file) {}

    /** Puts the block into a file, which is created when it is missing, and remembers it. */
    void write(Path file, String id, String block, Instant at) throws CommandFailed {
        try {
            var document = Files.exists(file) ? Files.readString(file) : "";
            Files.writeString(file, Remedy.in(document, id, block));
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + file + ": " + FailureReason.of(failed));
        }
        try {
            OwnerOnly.folder(log.getParent());
            var line = Json.MAPPER.writeValueAsString(
                    new Written(at, id, file.toAbsolutePath().normalize().toString()));
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + log + ": " + FailureReason.of(failed));
        }
    }

    /** When the latest remedy for a desire was written. */
    Optional<Instant> latest(String id) throws IOException {
        return all().stream().filter(one -> id.equals(one.id)).map(Written::at).reduce((earlier, later) -> later);
    }

    /** The latest last. */
    List<Written> all() throws IOException {
        try {
            return Files.readAllLines(log).stream()
                    .flatMap(line -> read(line).stream())
                    .filter(one -> one.id != null && one.at != null)
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
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
