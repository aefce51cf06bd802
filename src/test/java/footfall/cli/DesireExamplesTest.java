package footfall.cli;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What share of the steps desires explain, and the turns of one desire. */
@Timeout(60)
class DesireExamplesTest extends ServedTurns {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");
    private static final String STORY = "src/test/stories/loops-and-returns";
    private static final String AGAIN = "src/test/stories/the-same-again";
    private static final String PATTERN = "turn-pattern:Grep → Read{2+} → Edit → Read → Edit";

    private String home() {
        return folder.resolve(".claude").toString();
    }

    /** One turn of a session is enough for a desire. */
    private Terminal.Ran explain(String from, String id, String... more) {
        return run(Stream.concat(
                        Stream.of("desires", "--from", from, "--explain", id),
                        Stream.concat(
                                Stream.of("--set", "desire_min_turns=1", "--set", "desire_min_sessions=1"),
                                Stream.of(more)))
                .toArray(String[]::new));
    }

    @Test
    void theStepsOfLongTurnsThatTheFirstDesiresOfTheCorpusExplainAndTheRest() {
        assumeThat(CORPUS).exists();
        assertThat(run("desires", "--coverage", "--from", CORPUS.toString())).isEqualTo(new Terminal.Ran(0, """
                2,067 steps in long turns; first: the first 20 desires
                KIND            DESIRES  STEPS  STEPS_%
                first                20    257     12.4
                recovery             28    114      5.5
                repeat                6     20      1.0
                asked                 6      6      0.3
                work: edit                 384     18.6
                work: read                 379     18.3
                work: search               236     11.4
                work: run                  188      9.1
                work: git                  147      7.1
                work: plan                 146      7.1
                work: test                  56      2.7
                work: build                 43      2.1
                work: web                   39      1.9
                work: delegate              18      0.9
                work: wait                  11      0.5
                work: files                  9      0.4
                work: forge                  8      0.4
                work: ask                    3      0.1
                work: skill                  2      0.1
                work: net                    1      0.0
                """, ""));
    }

    @Test
    void theCoverageOfAProcessorIsThatOfItsFiles() {
        var url = serve(Optional.empty());
        var files = run("desires", "--coverage", "--from", home(), "--json");
        assertThat(files).isEqualTo(new Terminal.Ran(0, """
                [{"kind":"first","desires":1,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"recovery","desires":0,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"repeat","desires":0,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"asked","desires":0,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"work","intent":"read","desires":0,"steps":12,"of_steps":21,"pct":57.142857142857146},
                {"kind":"work","intent":"edit","desires":0,"steps":6,"of_steps":21,"pct":28.571428571428573},
                {"kind":"work","intent":"search","desires":0,"steps":3,"of_steps":21,"pct":14.285714285714286}]
                """, ""));
        assertThat(run("desires", "--coverage", "--server", url, "--json")).isEqualTo(files);
    }

    @Test
    void theStepThatIsARepeatIsMarkedInItsTurns() {
        var drawn = explain(AGAIN, "same-read:Read", "--all").out();
        assertThat(drawn).startsWith("""
                same-read:Read
                  Read reads again what it has read in the same turn.
                  Write into CLAUDE.md or AGENTS.md that a file is not read again after the agent's own edits, and \
                after a formatter or a hook only in part.
                  1 call in 1 session; the latest cases:

                TURN  STARTED               PROJECT  STEPS   TIME     COST  WHAT     THEN  ERROR
                s1:0  2026-01-05T10:00:11Z               1  1.0 s  $0.0004  /a/b.py

                turn s1:0
                """);
        assertThat(drawn.lines().filter(line -> line.startsWith(" >")).map(line -> line.substring(0, 28)))
                .containsExactly(" >5     11 s    1.0 s    Rea");
    }

    @Test
    void aDesireIsExplainedOnOneScreen() {
        assertThat(explain(AGAIN, "same-read:Read")).isEqualTo(new Terminal.Ran(0, """
                same-read:Read
                  Read reads again what it has read in the same turn.
                  Write into CLAUDE.md or AGENTS.md that a file is not read again after the agent's own edits, and \
                after a formatter or a hook only in part.
                  1 call in 1 session; the latest cases:

                TURN  STARTED               PROJECT  STEPS   TIME     COST  WHAT     THEN  ERROR
                s1:0  2026-01-05T10:00:11Z               1  1.0 s  $0.0004  /a/b.py
                footfall turn TURN draws one, --all these, step by step
                """, ""));
    }

    /** Between turns of other models; one of the same hour is not taken for one before. */
    @Test
    void whatElseChangedSinceARemedyIsTold() throws IOException {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                folder.resolve(".footfall/remedies.jsonl"),
                "{\"at\":\"2026-01-05T12:30:00Z\",\"id\":\"env-need:rg\",\"file\":\"CLAUDE.md\"}\n");
        var project = Files.createDirectories(folder.resolve("other/projects/shop"));
        Files.writeString(project.resolve("a.jsonl"), needing("a", 3_600, "claude-opus-4-1"));
        Files.writeString(project.resolve("soon.jsonl"), needing("soon", 10_200, "claude-opus-4-8"));
        Files.writeString(project.resolve("b.jsonl"), needing("b", 3 * 86_400, "claude-opus-4-8"));
        var told = run(
                "desires",
                "--from",
                folder.resolve("other").toString(),
                "--since-remedy",
                "env-need:rg",
                "--set",
                "desire_min_turns=1",
                "--set",
                "desire_min_sessions=1");
        assertThat(told.out())
                .startsWith("per 100 turns: before 2026-01-01 00:59..2026-01-05 12:30 (1 turn, 1 session), "
                        + "after 2026-01-05 12:30..2026-01-10 00:00 (2 turns, 2 sessions)\n")
                .contains("env-need  rg       too-few");
        assertThat(told.err())
                .isEqualTo("footfall: too few to tell: 1 before and 2 since\n"
                        + "footfall: also changed (share of the turns): model claude-opus-4-1 100 % → 0 %, "
                        + "model claude-opus-4-8 0 % → 100 %\n");
        var digest = run(
                "digest",
                "--from",
                folder.resolve("other").toString(),
                "--since",
                "2026-01-05T00:00:00Z",
                "--until",
                "2026-01-12T00:00:00Z");
        assertThat(digest.out())
                .contains("too few to tell, 1 before and 2 since; also changed (share of the turns): "
                        + "model claude-opus-4-1 100 % → 0 %, "
                        + "model claude-opus-4-8 0 % → 100 %\n");
    }

    /** One turn of one session: it is in no list. */
    @Test
    void theEffectOfARemedyAgainstARareDesireHasItsCounts() throws IOException {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                folder.resolve(".footfall/remedies.jsonl"),
                "{\"at\":\"2026-01-05T09:30:00Z\",\"id\":\"same-read:Read\",\"file\":\"CLAUDE.md\"}\n");
        var told = run("desires", "--from", AGAIN, "--since-remedy", "same-read:Read");
        assertThat(told.out()).contains("(0 turns, 0 sessions), after").contains("same-read  Read     too-few");
        assertThat(told.err()).isEqualTo("footfall: too few to tell: 0 before and 1 since\n");
        var week = List.of("--since", "2026-01-05T00:00:00Z", "--until", "2026-01-12T00:00:00Z");
        var digest = run(Stream.concat(Stream.of("digest", "--from", AGAIN), week.stream())
                .toArray(String[]::new));
        assertThat(digest.out())
                .contains("Read reads again what it has read in the same turn: too few to tell, 0 before and 1 since");
    }

    @Test
    void theTimesAroundARemedyAreNotChosen() throws IOException {
        assertThat(run("desires", "--from", home(), "--since-remedy", "env-need:rg", "--until", "2026-01-05")
                        .err())
                .startsWith("footfall: --since-remedy compares the time since the remedy with as long a time before: "
                        + "omit --since and --until\n");
    }

    /** Each model lacks rg as often as before; only which of them is asked has changed. */
    @Test
    void aRemedyIsNotPraisedForAnotherModel() throws IOException {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                folder.resolve(".footfall/remedies.jsonl"),
                "{\"at\":\"2026-01-08T00:00:00Z\",\"id\":\"env-need:rg\",\"file\":\"CLAUDE.md\"}\n");
        var project = Files.createDirectories(folder.resolve("models/projects/shop"));
        int session = 0;
        for (int side = 0; side < 2; side++) {
            for (var model : List.of("claude-opus-4-1", "claude-opus-4-8")) {
                boolean isOld = model.endsWith("1");
                int turns = isOld == (side == 0) ? 180 : 60;
                for (int i = 0; i < turns; i++, session++) {
                    boolean isFailing = isOld ? i % 2 == 0 : i % 10 == 0;
                    int at = (1 + 2 * side) * 86_400 + i * 60;
                    var id = "s" + session;
                    Files.writeString(
                            project.resolve(id + ".jsonl"),
                            isFailing ? needing(id, at, model) : answering(id, at, model));
                }
            }
        }
        var told = run("desires", "--from", folder.resolve("models").toString(), "--since-remedy", "env-need:rg");
        assertThat(told.exit()).as(told.err()).isZero();
        assertThat(told.out()).contains("env-need  rg       shrunk    40.0   20.0    0.5");
        assertThat(told.err()).isEqualTo("""
                footfall: also changed (share of the turns): model claude-opus-4-1 75 % → 25 %, \
                model claude-opus-4-8 25 % → 75 %
                footfall: with model held equal: 30.0 → 30.0 in 100 turns (claude-opus-4-1, claude-opus-4-8)
                """);
    }

    private static String answering(String session, int at, String model) {
        return turn(session, at, model, lines -> lines.result(at + 2, "t1"));
    }

    private static String needing(String session, int at, String model) {
        return turn(session, at, model, lines -> lines.failed(at + 2, "t1", "/bin/sh: rg: command not found"));
    }

    private static String turn(
            String session, int at, String model, UnaryOperator<footfall.testkit.Transcripts> result) {
        var called = session(session)
                .prompt(at, "go")
                .with("cwd", "/w/shop")
                .assistant(at + 1, "m1", use("Bash", "t1"))
                .inMessage("model", model);
        var lines = result.apply(called).endTurn(at + 3, "m2").inMessage("model", model);
        return String.join("\n", lines.lines()) + "\n";
    }

    @Test
    void aRemedyIsABlockWithTheCasesOfThisMachine() {
        assertThat(run("desires", "--from", "src/test/stories/how-calls-fail", "--remedy", "file-not-found:Read"))
                .isEqualTo(new Terminal.Ran(0, """
                <!-- footfall: file-not-found:Read -->
                ### Read is called with paths that do not exist

                These paths were sought in vain: look for a file by its name before you read it, and not \
                beside other calls, which are cancelled with it.

                Seen with:

                * `Read`
                <!-- /footfall -->
                """, ""));
    }

    @Test
    void aRemedyIsWrittenIntoAFileOnceAndItsEffectIsAskedForSinceThen() throws IOException {
        var file = folder.resolve("CLAUDE.md");
        Files.writeString(file, "# Ours\n");
        var words = new String[] {"desires", "--from", home(), "--remedy", "env-need:rg", "--write", file.toString()};
        assertThat(run(words))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: written to " + file + ": review it, and fill in ___\n"));
        run(words);
        assertThat(file)
                .content()
                .startsWith("# Ours\n\n<!-- footfall: env-need:rg -->\n")
                .containsOnlyOnce("### rg is");
        assertThat(run("desires", "--from", home(), "--since-remedy", "env-need:rg")
                        .err())
                .startsWith("footfall: too few to tell: env-need:rg has not occurred since ");
        assertThat(run("desires", "--from", home(), "--since-remedy", "env-need:jq"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no remedy was written for env-need:jq; write one with: footfall desires --remedy ID "
                                + "--write CLAUDE.md --from " + home() + "\n"));
    }

    @Test
    void aNewSkillBeginsWithWhatItsAgentReads() throws IOException {
        var file = folder.resolve("skills/look-up/SKILL.md");
        var words = new String[] {"desires", "--from", home(), "--remedy", PATTERN, "--write", file.toString()};
        assertThat(run(words).exit()).isZero();
        assertThat(file).content().startsWith("""
                ---
                name: look-up
                description: Use it for ___ (Long turns of Grep → Read{2+} → Edit → Read → Edit).
                ---

                <!-- footfall: turn-pattern:Grep → Read{2+} → Edit → Read → Edit -->
                ### Long turns of Grep → Read{2+} → Edit → Read → Edit

                This work takes 7.0 calls on average. Use the script or skill ___ for it.
                """);
        Files.writeString(file, Files.readString(file).replace("Use it for ___", "Use it to look things up"));
        run(words);
        assertThat(file).content().containsOnlyOnce("name: ").contains("Use it to look things up (");
        words[words.length - 1] = folder.resolve("Look Up/SKILL.md").toString();
        assertThat(run(words))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: a skill is named as its folder, and Look Up is not 1 to 64 lower-case letters, "
                                + "digits and hyphens; give a file like .claude/skills/run-tests/SKILL.md\n"));
    }

    /** Three times a person let a command and an edit run. */
    private String asking() throws IOException {
        return asking("bashMiss:no-rule-match", "");
    }

    /** {@code end}: of each command. */
    private String asking(String reason, String end) throws IOException {
        var project = Files.createDirectories(folder.resolve("asking/projects/-w"));
        for (int i = 1; i <= 3; i++) {
            var lines = session("s" + i).prompt(0, "go");
            var use = use("Bash", "t");
            use.put("input", Map.of("command", "mvn test -pl part" + i + end));
            answered(lines.assistant(1, "m", use).result(2, "t"), reason);
            answered(lines.assistant(3, "e", use("Edit", "u")).result(4, "u"), reason);
            Files.write(
                    project.resolve("s" + i + ".jsonl"), lines.endTurn(9, "n").bytes());
        }
        return folder.resolve("asking").toString();
    }

    private static void answered(footfall.testkit.Transcripts lines, String reason) {
        lines.with(
                "permissionDecision", Map.of("decision", "accept", "source", "user_temporary", "reasonCode", reason));
    }

    /** The program says {@code unknown} of many questions, but a redirection has no rule that would answer it. */
    @Test
    void aYesOfUnknownReasonIsEvidenceForARuleWhereTheCallHasOne() throws IOException {
        assertThat(permissions("out", ""))
                .contains("  allow:\n  - rule: \"Bash(mvn *)\"\n    because: \"a person allowed it 3 times")
                .contains("still_asks: []");
        assertThat(permissions("other", " > out.txt"))
                .contains("  allow: []\n")
                .contains("still_asks:\n- because: \"path\"\n  asked: 3\n");
    }

    /** What is proposed where each yes is of unknown reason; {@code end}: of each command. */
    private String permissions(String to, String end) throws IOException {
        var out = folder.resolve(to);
        assertThat(run("export", "--from", asking("unknown", end), "--out-dir", out.toString())
                        .exit())
                .isZero();
        return Files.readString(out.resolve("permissions.yaml"));
    }

    @Test
    void aLogOfRemediesThatWasCutOrIsNoTextTakesNoOtherRemedyWithIt() throws IOException {
        var log = Files.createDirectories(folder.resolve(".footfall")).resolve("remedies.jsonl");
        Files.write(log, new byte[] {(byte) 0xff, (byte) 0xfe, '\n', '{', '"', 'a', 't'});
        var file = folder.resolve("CLAUDE.md").toString();
        assertThat(run("desires", "--from", asking(), "--remedy", "asked:mvn test", "--write", file)
                        .exit())
                .isZero();
        assertThat(run("desires", "--from", asking(), "--since-remedy", "asked:mvn test")
                        .err())
                .doesNotContain("no remedy was written")
                .doesNotContain("cannot");
        Files.delete(log);
        Files.createDirectory(log);
        assertThat(run("digest", "--from", asking()).err()).contains("cannot read " + log + ": ", "move it away");
    }

    @Test
    void aRuleAllowsWhatPeopleAlwaysAllowed() throws IOException {
        var file = folder.resolve("settings.json");
        var words =
                new String[] {"desires", "--from", asking(), "--remedy", "asked:mvn test", "--write", file.toString()};
        var written = new Terminal.Ran(0, "", "footfall: written to " + file + ": review it\n");
        var rule = """
                {
                  "permissions": {
                    "allow": [
                      "Bash(mvn test *)"
                    ]
                  }
                }
                """;
        assertThat(run(words)).isEqualTo(written);
        assertThat(file).hasContent(rule);
        assertThat(run(words)).isEqualTo(written);
        assertThat(file).hasContent(rule);
        Files.writeString(
                file, "{\"theme\":\"dark\",\"permissions\":{\"deny\":[\"WebFetch\"],\"allow\":[\"Bash(make *)\"]}}");
        run(words);
        assertThat(Json.MAPPER.readTree(file.toFile()))
                .isEqualTo(Json.MAPPER.readTree("{\"theme\":\"dark\",\"permissions\":{\"deny\":[\"WebFetch\"],"
                        + "\"allow\":[\"Bash(make *)\",\"Bash(mvn test *)\"]}}"));
        assertThat(run("desires", "--from", asking(), "--since-remedy", "asked:mvn test")
                        .exit())
                .isZero();
        assertThat(Files.readAllLines(folder.resolve(".footfall/remedies.jsonl")))
                .hasSize(2);
    }

    private String building(String command) throws IOException {
        var project = Files.createDirectories(folder.resolve("building/projects/shop"));
        for (var session : List.of("s1", "s2", "s3")) {
            var lines = session(session).prompt(0, "go").with("cwd", "/w/shop");
            for (int i = 0; i < 3; i++) {
                var build = use("Bash", "b" + i);
                build.put("input", Map.of("command", command));
                lines.assistant(4 * i + 1, "m" + i, build)
                        .result(4 * i + 2, "b" + i)
                        .assistant(4 * i + 3, "n" + i, use("Edit", "e" + i))
                        .result(4 * i + 4, "e" + i);
            }
            Files.write(
                    project.resolve(session + ".jsonl"), lines.endTurn(60, "n").bytes());
        }
        return folder.resolve("building").toString();
    }

    @Test
    void aHookRunsABuildAfterEachEdit() throws IOException {
        var file = folder.resolve("settings.json");
        var words = new String[] {
            "desires", "--from", building("mix compile"), "--remedy", "rerun:mix compile", "--write", file.toString()
        };
        var written = new Terminal.Ran(0, "", "footfall: written to " + file + ": review it\n");
        Files.writeString(file, "{\"theme\":\"dark\"}");
        assertThat(run(words)).isEqualTo(written);
        assertThat(run(words)).isEqualTo(written);
        assertThat(file).hasContent("""
                {
                  "theme": "dark",
                  "hooks": {
                    "PostToolUse": [
                      {
                        "matcher": "Edit|MultiEdit|Write|NotebookEdit",
                        "hooks": [
                          {
                            "type": "command",
                            "command": "mix compile </dev/null >&2 || exit 2"
                          }
                        ]
                      }
                    ]
                  }
                }
                """);
        Files.writeString(file, "{\"hooks\":[]}");
        assertThat(run(words).err())
                .isEqualTo("footfall: " + file + " has no settings of Claude Code: it must be a JSON object, and "
                        + "hooks.PostToolUse a list\n");
    }

    @Test
    void aScriptHasTheCommandsAndReplacesNoOther() throws IOException {
        var file = folder.resolve("build.sh");
        var words = new String[] {
            "desires",
            "--from",
            building("mix compile --force"),
            "--remedy",
            "rerun:mix compile",
            "--write",
            file.toString()
        };
        var written = new Terminal.Ran(0, "", "footfall: written to " + file + ": review it, then: chmod +x\n");
        assertThat(run(words)).isEqualTo(written);
        assertThat(run(words)).isEqualTo(written);
        assertThat(file).hasContent("""
                #!/bin/sh
                # footfall: rerun:mix compile
                set -eu
                mix compile --force
                """);
        assertThat(Files.isExecutable(file)).isFalse();
        words[6] = folder.resolve("settings.json").toString();
        assertThat(run(words).err())
                .isEqualTo("footfall: no hook can run mix compile: its calls have arguments, which are no part of its "
                        + "name; give a file like build.sh\n");
        words[6] = file.toString();
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(run(words).err()).isEqualTo("footfall: " + file + " is another script; give a new file\n");
        words[2] = home();
        words[4] = "env-need:rg";
        assertThat(run(words).err()).startsWith("footfall: no script helps against env-need:rg: only builds ");
    }

    @Test
    void settingsGetNoRuleThatGoesTooFarAndStayAsTheyAreWhenTheyAreBroken() throws IOException {
        var file = folder.resolve("settings.json");
        var words = new String[] {"desires", "--from", asking(), "--remedy", "asked:Edit", "--write", file.toString()};
        assertThat(run(words))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no rule or hook of Claude Code helps against asked:Edit: only commands that asked "
                                + "people have a rule, and builds that run again a hook; give a file like "
                                + "CLAUDE.md\n"));
        assertThat(file).doesNotExist();
        words[4] = "asked:mvn test";
        for (var broken : List.of(
                "{", "[]", "{} {}", "{\"a\":1,\"a\":2}", "{\"permissions\":{\"allow\":1}}", "{\"permissions\":[]}")) {
            Files.writeString(file, broken);
            assertThat(run(words).err()).contains("settings.json has no settings of Claude Code: ");
            assertThat(file).hasContent(broken);
        }
        words[6] = folder.resolve("package.json").toString();
        assertThat(run(words).err()).contains("package.json is not settings.json or settings.local.json");
        assertThat(folder.resolve("package.json")).doesNotExist();
    }

    @Test
    void theEffectOfARemedyIsThatOfItsDesireAloneAlsoFromAProcessor() throws IOException {
        var data = Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                data.resolve("remedies.jsonl"),
                "{\"id\":\"env-need:rg\",\"at\":\"2026-01-06T12:00:00Z\",\"file\":\"CLAUDE.md\"}\n");
        var words = new String[] {"desires", "--since-remedy", "env-need:rg", "--json"};
        var files =
                run(Stream.concat(Stream.of(words), Stream.of("--from", home())).toArray(String[]::new));
        assertThat(Json.MAPPER.readTree(files.out()))
                .extracting(one -> one.get("id").asText())
                .containsExactly("env-need:rg");
        var atServer = Stream.concat(Stream.of(words), Stream.of("--server", serve(Optional.empty())))
                .toArray(String[]::new);
        assertThat(run(atServer).out()).isEqualTo(files.out());
        Files.delete(data.resolve("remedies.jsonl")); // The processor knows that remedy, too.
        assertThat(run(atServer).out()).isEqualTo(files.out());
    }

    @Test
    void theStepsOfARecoveryAreMarkedFromItsFailureOn() throws IOException {
        var drawn = explain(STORY, "edit-mismatch:Edit", "--all").out();
        assertThat(drawn.lines()
                        .filter(line -> line.startsWith(" ") && line.contains(" s  "))
                        .map(line -> line.substring(0, 28)))
                .containsExactly(
                        "  0    1.0 s    1.0 s    Rea",
                        " >1    3.0 s    1.0 s  ✗ Edi",
                        " >2    5.0 s    1.0 s    Rea",
                        " >3    7.0 s    1.0 s    Edi",
                        "  4    9.0 s    1.0 s    Rea",
                        "  5     11 s    1.0 s    Edi",
                        "  6     13 s    1.0 s  ✗ Bas",
                        "  7     15 s    1.0 s    Bas",
                        "  8     17 s    1.0 s    Bas");
    }

    @Test
    void aCaseHasTheStepsUntilItWasOver() throws IOException {
        assertThat(steps(explain(AGAIN, "same-read:Read", "--json"))).containsExactly("s1:0 5+1");
        assertThat(steps(explain(STORY, "command-failed:npm test", "--json"))).containsExactly("s1:0 6+1");
        assertThat(steps(explain(home(), "env-need:rg", "--json"))).containsExactly("aaaaaa22:1 0+1");
        assertThat(steps(explain(home(), PATTERN, "--json")))
                .containsExactly("aaaaaa22:0 0+7", "aaaaaa11:2 0+7", "aaaaaa11:0 0+7");
    }

    private static List<String> steps(Terminal.Ran ran) throws IOException {
        var found = new ArrayList<String>();
        for (var one : Json.MAPPER.readTree(ran.out())) {
            found.add(one.path("turn_id").asText() + " " + one.path("step") + "+" + one.path("steps"));
        }
        return found;
    }

    /** A failure during the recovery of another category has no recovery. */
    @Test
    void failuresOfOneToolDifferByCategory() throws IOException {
        var story = "src/test/stories/how-calls-fail";
        assertThat(steps(explain(story, "file-not-found:Read", "--json"))).containsExactly("s1:0 9+3");
        assertThat(steps(explain(story, "other:Read", "--json"))).containsExactly("s1:0 12+1");
        assertThat(steps(explain(story, "command-failed:Bash", "--json"))).containsExactly("s1:0 6+1");
    }

    @Test
    void aFailureDuringARecoveryIsPartOfIt() throws IOException {
        var place = folder.resolve("again");
        Transcripts.of(place, "s2", "2026-01-01")
                .recovery("Bash", "sh: 1: rg: not found")
                .write();
        assertThat(steps(explain(place.toString(), "env-need:rg", "--json"))).containsExactly("s2:0 0+3");
    }

    @Test
    void aProcessorExplainsADesireAsItsFilesDoButForTheirTexts() {
        var url = serve(Optional.empty());
        var files = explain(home(), PATTERN)
                .out()
                .replace("WHAT    THEN", "WHAT  THEN")
                .replaceAll(" +please", "");
        assertThat(run("desires", "--server", url, "--explain", PATTERN).out()).isEqualTo(files);
        assertThat(run("desires", "--server", url, "--explain", PATTERN, "--project", "shop")
                        .out())
                .isEqualTo(files);
    }

    @Test
    void anUnknownIdIsReportedWithTheNearest() {
        assertThat(explain(home(), "env-need:rk"))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: no desire has the ID \"env-need:rk\"; did you mean \"env-need:rg\"?\n"));
        assertThat(explain(home(), "{2+} → Edit…")).isEqualTo(explain(home(), PATTERN));
        assertThat(explain(home(), ":").err()).startsWith("footfall: no desire has the ID \":\"; did you mean \"");
        assertThat(explain(home(), "\u001b[31m:x").err())
                .isEqualTo(
                        "footfall: no desire has the ID \"\\u001b[31m:x\"; list the IDs with: footfall desires --json "
                                + "--from " + home() + " --set desire_min_turns=1 --set desire_min_sessions=1\n");
    }

    @Test
    void otherQuestionsContradictEachOther() {
        assertThat(run("desires", "--from", home(), "--explain", "x", "--top", "2")
                        .err())
                .startsWith("footfall: --category, --top, --trend and --compare contradict --explain\n");
        assertThat(run("desires", "--from", home(), "--coverage", "--trend").err())
                .startsWith("footfall: --category, --top, --trend and --compare contradict --coverage\n");
        assertThat(run("desires", "--from", home(), "--remedy", "x", "--csv").err())
                .startsWith("footfall: --csv contradicts --remedy\n");
        assertThat(run("desires", "--from", home(), "--explain", "x", "--coverage")
                        .exit())
                .isEqualTo(2);
    }
}
