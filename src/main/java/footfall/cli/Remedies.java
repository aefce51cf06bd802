package footfall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import footfall.call.PermissionRule;
import footfall.config.Settings;
import footfall.desire.AppliedRemedy;
import footfall.desire.AppliedRemedy.Place;
import footfall.desire.Desire;
import footfall.desire.Remedy;
import footfall.folder.AtomicFile;
import footfall.line.AskReason;
import footfall.line.CommandName;
import footfall.line.FailureCause;
import footfall.loop.Repeat;
import footfall.report.FailureReason;
import footfall.run.RemedyLog;
import footfall.screen.SafeText;
import footfall.view.RemedyEffect;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Remedies that are written into files, and remembered; what came of them. */
record Remedies(RemedyLog log) {
    /** Those of this data folder. */
    static Remedies of(Settings settings) {
        return new Remedies(RemedyLog.of(settings));
    }

    private static final Pattern SKILL = Pattern.compile("(?=.*[a-z])[a-z0-9-]{1,64}");

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
            log.add(at, id, file);
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + log.file() + ": " + FailureReason.of(failed));
        }
    }

    private static boolean isSkill(Path file) {
        return Place.of(String.valueOf(file.getFileName())) == Place.SKILL;
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
        boolean isSettings = Place.of(name) == Place.SETTINGS;
        if (name.endsWith(".json") && !isSettings) {
            throw new CommandFailed(SafeText.of(file.toString()) + " is not settings.json or settings.local.json of "
                    + "Claude Code; give one of these, or a file like CLAUDE.md");
        }
        return isSettings;
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
        checkReach(rule.proposal().or(() -> Optional.of(FORMS)), "rule should let", desire.subject() + " run");
        return rule.rule();
    }

    /** {@code what} and {@code command}: what it would do, in words. */
    private static void checkReach(Optional<PermissionRule.Proposal> proposal, String what, String command)
            throws CommandFailed {
        var refused = proposal.filter(one -> one.level() != PermissionRule.Level.ALLOW);
        if (refused.isPresent()) {
            throw new CommandFailed("no " + what + " " + SafeText.of(command) + " without a question: "
                    + refused.get().because() + "; give a file like CLAUDE.md");
        }
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
        return Place.of(String.valueOf(file.getFileName())) == Place.SCRIPT;
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
        if (desire.category().equals(Desire.ASKED)) {
            var reach = PermissionRule.ofCommand(desire.subject(), desire.count(), 0);
            checkReach(reach.proposal(), "script should run", desire.subject());
        }
        // One of them runs; a person chooses.
        var calls = cases.stream().map(Remedy.Case::text).distinct().toList();
        var text = "#!/bin/sh\n# footfall: " + desire.id() + "\nset -eu\n"
                + calls.stream().limit(1).map(call -> call + "\n").collect(Collectors.joining())
                + calls.stream()
                        .skip(1)
                        .map(call -> "# or: " + call.replace("\n", "\n# ") + "\n")
                        .collect(Collectors.joining());
        if (!document.isBlank() && !document.equals(text)) {
            throw new CommandFailed(SafeText.of(file.toString()) + " is another script; give a new file");
        }
        return text;
    }

    /** Those of this machine, and those that the source knows; the latest last. */
    List<AppliedRemedy> all(AnswerSource source) throws CommandFailed {
        var all = new TreeMap<String, AppliedRemedy>();
        source.remedies().forEach(one -> all.put(one.id(), one));
        try {
            log.all().forEach(one -> all.putIfAbsent(one.id(), one));
        } catch (IOException unreadable) {
            throw new CommandFailed("cannot read " + log.file() + ": " + FailureReason.of(unreadable)
                    + "; correct its rights, or move it away");
        }
        return all.values().stream()
                .sorted(Comparator.comparing(AppliedRemedy::at))
                .toList();
    }

    /** What else changed since a remedy, in lines. */
    static List<String> others(List<RemedyEffect.SharedTurns> alsoChanged, List<RemedyEffect.HeldEqual> heldEqual) {
        var lines = new ArrayList<String>();
        if (!alsoChanged.isEmpty()) {
            lines.add("also changed (share of the turns): "
                    + alsoChanged.stream().map(Remedies::text).collect(Collectors.joining(", ")));
        }
        heldEqual.forEach(one -> lines.add(text(one)));
        return lines;
    }

    /** As {@code model claude-opus-4-8 10 % → 80 %}. */
    private static String text(RemedyEffect.SharedTurns one) {
        return "%s %s %.0f %% → %.0f %%"
                .formatted(one.by(), ResultPrinter.line(one.name()), 100 * one.before(), 100 * one.after());
    }

    /** As {@code with model held equal: 22.1 → 12.3 in 100 turns (claude-opus-4-8, claude-sonnet-5)}. */
    private static String text(RemedyEffect.HeldEqual one) {
        return String.format(
                Locale.ROOT,
                "with %s held equal: %.1f → %.1f in 100 turns (%s)",
                one.by(),
                one.before(),
                one.after(),
                one.names().stream().map(ResultPrinter::line).collect(Collectors.joining(", ")));
    }
}
