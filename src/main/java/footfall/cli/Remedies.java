package footfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.call.PermissionRule;
import footfall.desire.Desire;
import footfall.desire.Remedy;
import footfall.folder.OwnerOnly;
import footfall.line.CommandName;
import footfall.report.FailureReason;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** When remedies were written, and where: lines of JSON in the data folder, the latest last. */
record Remedies(Path log) {
    record Written(Instant at, String id, String file) {}

    /**
     * Puts the block into a file, which is created when it is missing, and remembers it. Into settings of Claude Code,
     * a file of JSON, it puts the {@linkplain #rule rule} instead.
     */
    void write(Path file, Desire desire, String block, Instant at) throws CommandFailed {
        var id = desire.id();
        try {
            var document = Files.exists(file) ? Files.readString(file) : "";
            Files.writeString(
                    file, isSettings(file) ? allowing(file, document, desire) : Remedy.in(document, id, block));
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

    static boolean isSettings(Path file) {
        return file.toString().endsWith(".json");
    }

    /** The rule that lets calls of a desire run without a question; the exception says why there is none. */
    static String rule(Desire desire) throws CommandFailed {
        boolean isCommand = desire.category().equals(Desire.ASKED) && CommandName.isKnown(desire.subject());
        if (!isCommand) {
            throw new CommandFailed("no rule of Claude Code helps against " + SafeText.of(desire.id())
                    + ": only commands that asked people have one; give a file like CLAUDE.md");
        }
        var questions = desire.questions();
        var rule = PermissionRule.ofCommand(desire.subject(), questions.allowed(), questions.rejected());
        var proposal = rule.proposal().orElseThrow();
        if (proposal.level() != PermissionRule.Level.ALLOW) {
            throw new CommandFailed("no rule should let " + SafeText.of(desire.subject()) + " run without a question: "
                    + proposal.because() + "; give a file like CLAUDE.md");
        }
        return rule.rule();
    }

    private static String allowing(Path file, String document, Desire desire) throws CommandFailed {
        var rule = rule(desire);
        try {
            var settings = document.isBlank() ? Json.MAPPER.createObjectNode() : Json.MAPPER.readTree(document);
            if (settings instanceof ObjectNode object) {
                var allow = object.withObject("/permissions").withArray("allow");
                if (StreamSupport.stream(allow.spliterator(), false)
                        .noneMatch(one -> one.asText().equals(rule))) {
                    allow.add(rule);
                }
                return object.toPrettyString() + "\n";
            }
        } catch (JsonProcessingException | UnsupportedOperationException broken) {
            // Said below, without its text.
        }
        throw new CommandFailed(SafeText.of(file.toString())
                + " has no settings of Claude Code: it must be a JSON object, and permissions.allow a list");
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
