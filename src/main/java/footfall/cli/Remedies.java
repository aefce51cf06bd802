package footfall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import footfall.call.PermissionRule;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.desire.Desire;
import footfall.desire.Remedy;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.line.AskReason;
import footfall.line.CommandName;
import footfall.line.FailureCause;
import footfall.loop.Repeat;
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
import java.util.stream.Collectors;
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

    /** What Claude Code calls its tools that change files. */
    private static final String EDITS = "Edit|MultiEdit|Write|NotebookEdit";

    /**
     * Puts the block into a file, which is created when it is missing, and remembers it, unless it is there. Into
     * settings of Claude Code it puts a {@linkplain #rule rule} or a {@linkplain #hook hook} instead, into a script the
     * commands of the cases.
     */
    void write(Path file, Desire desire, String block, List<Remedy.Case> cases, Instant at) throws CommandFailed {
        var id = desire.id();
        try {
            boolean isThere = Files.exists(file);
            var document = isThere ? Files.readString(file) : "";
            document = isSkill(file) && document.isBlank() ? Remedy.skill(skill(file), desire) : document;
            var text = isSettings(file)
                    ? settings(file, document, desire, cases)
                    : isScript(file) ? script(file, document, desire, cases) : Remedy.in(document, id, block);
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

    /** What is left for a person once a remedy is written. */
    static String toDo(Path file, String block) throws CommandFailed {
        boolean isBlock = !isSettings(file) && !isScript(file);
        return "review it"
                + (isScript(file)
                        ? ", then: chmod +x"
                        : isBlock && block.contains(Remedy.OPEN) ? ", and fill in " + Remedy.OPEN : "");
    }

    /** The rule that lets calls of a desire run without a question; the exception says why there is none. */
    static String rule(Desire desire) throws CommandFailed {
        boolean isCommand = desire.category().equals(Desire.ASKED) && CommandName.isKnown(desire.subject());
        if (!isCommand) {
            throw new CommandFailed("no rule or hook of Claude Code helps against " + SafeText.of(desire.id())
                    + ": only commands that asked people have a rule, and builds that run again a hook; give a file "
                    + "like CLAUDE.md");
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

    /** What runs the build of a desire after each edit; the agent reads what it prints when it fails. */
    private static Optional<ObjectNode> hook(Desire desire, List<Remedy.Case> cases) throws CommandFailed {
        var name = desire.subject();
        if (!desire.category().equals(Repeat.Kind.RERUN.word()) || !CommandName.isKnown(name)) {
            return Optional.empty();
        } else if (!name.contains(" ")
                || cases.stream().noneMatch(one -> one.text().equals(name))) {
            throw new CommandFailed("no hook can run " + SafeText.of(name) + ": its calls have arguments, which are no "
                    + "part of its name; give a file like build.sh");
        }
        var hook = Json.MAPPER.createObjectNode().put("matcher", EDITS);
        // The edit stands on the hook's standard input.
        hook.withArray("hooks").addObject().put("type", "command").put("command", name + " </dev/null >&2 || exit 2");
        return Optional.of(hook);
    }

    private static String settings(Path file, String document, Desire desire, List<Remedy.Case> cases)
            throws CommandFailed {
        var hook = hook(desire, cases);
        var rule = hook.isPresent() ? null : rule(desire);
        try {
            var settings = ClaudeSettings.read(document);
            boolean isNew = hook.isPresent()
                    ? add(settings.withObject("/hooks").withArray("PostToolUse"), hook.get())
                    : add(settings.withObject("/permissions").withArray("allow"), new TextNode(rule));
            return isNew ? ClaudeSettings.text(settings) : document;
        } catch (JsonProcessingException | UnsupportedOperationException broken) {
            throw new CommandFailed(SafeText.of(file.toString()) + " has no settings of Claude Code: it must be a JSON "
                    + "object, and " + (rule == null ? "hooks.PostToolUse" : "permissions.allow") + " a list");
        }
    }

    /** Whether it was not there. Rules of earlier versions of the program end in {@code :*}. */
    private static boolean add(ArrayNode list, JsonNode one) {
        boolean isThere = StreamSupport.stream(list.spliterator(), false)
                .anyMatch(there -> there.equals(one)
                        || there.asText().replace(":*)", " *)").equals(one.asText(null)));
        if (!isThere) {
            list.add(one);
        }
        return !isThere;
    }

    private static boolean isScript(Path file) {
        return String.valueOf(file.getFileName()).endsWith(".sh");
    }

    /** The commands of the cases, to be reviewed; it is not executable. Another script is not replaced. */
    private static String script(Path file, String document, Desire desire, List<Remedy.Case> cases)
            throws CommandFailed {
        boolean isOfCommand = CommandName.isKnown(FailureCause.withoutCause(desire.subject()))
                && (desire.category().equals(Desire.ASKED)
                        || desire.category().equals(Repeat.Kind.RERUN.word())
                        || FailureCause.QUOTING.isOf(desire.subject()));
        if (!isOfCommand) {
            throw new CommandFailed("no script helps against " + SafeText.of(desire.id())
                    + ": only builds that run again, commands that asked people, and quotes that the shell did not "
                    + "understand; give a file like CLAUDE.md");
        }
        var text = "#!/bin/sh\n# footfall: " + desire.id() + "\nset -eu\n"
                + cases.stream().map(one -> one.text() + "\n").distinct().collect(Collectors.joining());
        if (!document.isBlank() && !document.equals(text)) {
            throw new CommandFailed(SafeText.of(file.toString()) + " is another script; give a new file");
        }
        return text;
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
