package footfall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.call.PermissionRule;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.desire.Desire;
import footfall.desire.Remedy;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.line.AskReason;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** When remedies were written, and where: lines of JSON in the data folder, the latest last. */
record Remedies(Path log) {
    record Written(Instant at, String id, String file) {}

    /** Those of this data folder. */
    static Remedies of(Settings settings) {
        return new Remedies(settings.get(SettingKeys.DATA_DIR).resolve("remedies.jsonl"));
    }

    private static final Pattern SKILL = Pattern.compile("(?=.*[a-z])[a-z0-9-]{1,64}");
    private static final Set<String> SETTINGS = Set.of("settings.json", "settings.local.json");

    /**
     * Puts the block into a file, which is created when it is missing, and remembers it, unless it is there. Into
     * settings of Claude Code it puts the {@linkplain #rule rule} instead.
     */
    void write(Path file, Desire desire, String block, Instant at) throws CommandFailed {
        var id = desire.id();
        try {
            boolean isThere = Files.exists(file);
            var document = isThere ? Files.readString(file) : "";
            document = isSkill(file) && document.isBlank() ? Remedy.skill(skill(file), desire) : document;
            var text = isSettings(file) ? allowing(file, document, desire) : Remedy.in(document, id, block);
            if (isThere && text.equals(document)) {
                return;
            } else if (isThere) {
                AtomicFile.rewrite(file.toRealPath(), text.getBytes(UTF_8));
            } else {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, text);
            }
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

    private static boolean isSkill(Path file) {
        return String.valueOf(file.getFileName()).equals("SKILL.md");
    }

    /** Its name is that of its folder. */
    private static String skill(Path file) throws CommandFailed {
        var folder = file.toAbsolutePath().normalize().getParent().getFileName();
        var name = folder == null ? "/" : folder.toString();
        if (!SKILL.matcher(name).matches()) {
            throw new CommandFailed("a skill is named as its folder, and " + SafeText.of(name) + " is not 1 to 64 "
                    + "lower-case letters, digits and hyphens; give a file like .claude/skills/run-tests/SKILL.md");
        }
        return name;
    }

    static boolean isSettings(Path file) throws CommandFailed {
        var name = String.valueOf(file.getFileName());
        if (name.endsWith(".json") && !SETTINGS.contains(name)) {
            throw new CommandFailed(SafeText.of(file.toString()) + " is not settings.json or settings.local.json of "
                    + "Claude Code; give one of these, or a file like CLAUDE.md");
        }
        return SETTINGS.contains(name);
    }

    private static final PermissionRule.Proposal FORMS = new PermissionRule.Proposal(
            PermissionRule.Level.ASK, "all of its questions are in forms that ask in spite of a rule, such as A=1 mvn");

    /** The rule that lets calls of a desire run without a question; the exception says why there is none. */
    static String rule(Desire desire) throws CommandFailed {
        boolean isCommand = desire.category().equals(Desire.ASKED) && CommandName.isKnown(desire.subject());
        if (!isCommand) {
            throw new CommandFailed("no rule of Claude Code helps against " + SafeText.of(desire.id())
                    + ": only commands that asked people have one; give a file like CLAUDE.md");
        }
        var questions = desire.questions();
        long coverable = questions.reasons().isEmpty()
                ? questions.allowed()
                : questions.reasons().stream()
                        .filter(one -> one.word().equals(AskReason.NO_RULE.word()))
                        .mapToLong(Desire.Questions.Count::count)
                        .sum();
        var rule = PermissionRule.ofCommand(
                desire.subject(), Math.min(questions.allowed(), coverable), questions.rejected());
        var proposal = rule.proposal().orElse(FORMS);
        if (proposal.level() != PermissionRule.Level.ALLOW) {
            throw new CommandFailed("no rule should let " + SafeText.of(desire.subject()) + " run without a question: "
                    + proposal.because() + "; give a file like CLAUDE.md");
        }
        return rule.rule();
    }

    private static String allowing(Path file, String document, Desire desire) throws CommandFailed {
        var rule = rule(desire);
        try {
            var settings = ClaudeSettings.read(document);
            var allow = settings.withObject("/permissions").withArray("allow");
            if (StreamSupport.stream(allow.spliterator(), false)
                    .anyMatch(one -> one.asText().replace(":*)", " *)").equals(rule))) {
                return document;
            }
            allow.add(rule);
            return ClaudeSettings.text(settings);
        } catch (JsonProcessingException | UnsupportedOperationException broken) {
            throw new CommandFailed(SafeText.of(file.toString())
                    + " has no settings of Claude Code: it must be a JSON object, and permissions.allow a list");
        }
    }

    /** The latest remedy for a desire. */
    Optional<Written> latest(String id) throws IOException {
        return all().stream().filter(one -> id.equals(one.id)).reduce((earlier, later) -> later);
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
