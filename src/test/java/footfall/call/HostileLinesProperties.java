package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * No rule that {@code extract} proposes to allow matches a command that runs another program or writes, even
 * when every call in the transcripts was such a command and succeeded.
 */
class HostileLinesProperties {
    /** Each is one command that runs another program or writes, or whose name only begins like a listed one. */
    private static final List<String> COMMANDS = read("commands.txt");

    private static final List<String> LINES = read("lines.txt");

    private static final Pattern NO_PREFIX = Pattern.compile("[$`<>(){}#]");

    private static List<String> read(String name) {
        try {
            return Files.readAllLines(Path.of("src/test/hostile", name));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** The rules that are allowed when each line was called three times and succeeded. */
    private static List<String> allowed(List<String> lines) {
        var allowed = new ArrayList<String>();
        for (var line : lines) {
            for (var rule : PermissionRuleFinder.call("Bash", Map.of("command", line))) {
                var level = new PermissionRule(rule, 3, 3, 0, 0, 0, 0, 0, 0, 0, null, false, false)
                        .proposal()
                        .map(PermissionRule.Proposal::level);
                if (level.equals(Optional.of(PermissionRule.Level.ALLOW))) {
                    allowed.add(rule);
                }
            }
        }
        return allowed;
    }

    /** As the agent matches: each command of a line needs a rule, and no rule matches more than commands. */
    private static boolean matches(List<String> rules, String line) {
        if (NO_PREFIX.matcher(line).find() && !line.contains("&&")) {
            return false;
        }
        return List.of(line.split("[&|;\\n]+")).stream()
                .map(String::strip)
                .filter(command -> !command.isEmpty())
                .allMatch(command -> rules.stream()
                        .map(PermissionRuleFinder::prefixOf)
                        .anyMatch(prefix -> command.equals(prefix) || command.startsWith(prefix + " ")));
    }

    @Test
    void aRuleMatchesNoLineInWhichAnotherCommandFollowsAfterAnyOperator() {
        var rules = List.of("Bash(ls *)", "Bash(git status *)");
        assertThat(matches(rules, "git status -s && ls; ls | ls || ls & ls\nls\n"))
                .isTrue();
        assertThat(List.of("&&", ";", "|", "||", "&", "\n", "\nls\n", "\n\n"))
                .noneMatch(operator -> matches(rules, "git status -s && ls " + operator + " rm -rf /"));
    }

    @Test
    void aHostileCommandIsEvidenceForNoAllowRule() {
        assertThat(allowed(COMMANDS)).isEmpty();
    }

    @Test
    void noAllowRuleMatchesAHostileLine() {
        var all = new ArrayList<>(COMMANDS);
        all.addAll(LINES);
        all.addAll(List.of("ls", "git status", "git ls-files", "grep x y", "head x", "jq . f", "which x"));
        var rules = allowed(all);
        assertThat(rules).contains("Bash(ls *)", "Bash(git status *)");
        assertThat(COMMANDS)
                .allSatisfy(line -> assertThat(matches(rules, line)).as(line).isFalse());
        assertThat(LINES)
                .allSatisfy(line -> assertThat(matches(rules, line)).as(line).isFalse());
    }

    @Property(tries = 500)
    void whateverSurroundsAHostileCommandNoAllowRuleMatchesTheLine(@ForAll("lines") List<String> lines) {
        var rules = allowed(lines);
        assertThat(lines)
                .filteredOn(line -> isHostile(line))
                .allSatisfy(line -> assertThat(matches(rules, line)).as(line).isFalse());
        assertThat(rules).allSatisfy(rule -> assertThat(COMMANDS).noneMatch(line -> matches(List.of(rule), line)));
    }

    private static boolean isHostile(String line) {
        return COMMANDS.stream().anyMatch(line::contains);
    }

    @Provide
    Arbitrary<List<String>> lines() {
        var harmless = Arbitraries.of(
                "ls",
                "git status -s",
                "grep -rn x y",
                "head -5 f",
                "cd x",
                "jq . f",
                "pwd",
                "tail -f x",
                "wc -l",
                "git ls-files",
                "stat x");
        var before = Arbitraries.of(
                "",
                "",
                "",
                "sudo ",
                "env ",
                "X=1 ",
                "'",
                "\"",
                "time ",
                "cd x && ",
                "! ",
                "$(",
                "`",
                "(",
                "{ ",
                "for f in x; do ");
        var command = Arbitraries.oneOf(harmless, Arbitraries.of(COMMANDS));
        var after = Arbitraries.of(
                "",
                "",
                "",
                " > f",
                " 2>&1",
                " &",
                "'",
                "\"",
                ")",
                "`",
                "; }",
                "; done",
                " <<EOF\nx\nEOF",
                "\n",
                " # x");
        var part = Combinators.combine(before, command, after).as((b, c, a) -> b + c + a);
        var operator = Arbitraries.of(" && ", " || ", "; ", " | ", "\n", " & ", ";");
        var more =
                Combinators.combine(operator, part).as((o, p) -> o + p).list().ofMaxSize(3);
        return Combinators.combine(part, more)
                .as((p, m) -> p + String.join("", m))
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }
}
