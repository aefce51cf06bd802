package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntentTest {
    private static String ofCommand(String command) {
        return Intent.of("Bash", new CommandWords(command));
    }

    private static final Source FILE = Source.file(new SessionId("s"), null);

    @ParameterizedTest
    @CsvSource({
        "Read, read",
        "apply_patch, edit",
        "tool_search, search",
        "TaskUpdate, plan",
        "Agent, delegate",
        "ask_user, ask",
        "web_fetch, web",
        "KillShell, wait",
        "Skill, skill",
        "mcp__playwright__click, browse",
        "mcp__my-Chrome__open, browse",
        "mcp__jira__open_browser, mcp:jira",
        "mcp__plugin_a__x__y, mcp:plugin_a",
        "copilot-browser, browse",
        "playwright-navigate, browse",
        "browser, browser",
        "mcp__x, mcp__x",
        "Unheard, Unheard",
        "read, read"
    })
    void aToolHasAnIntentByItsName(String tool, String intent) {
        assertThat(Intent.of(tool)).isEqualTo(intent);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "git status # git",
                "gh pr list # forge",
                "cd a && npm test # test",
                "sed -n 1p a # read",
                "sed -e x -i.bak a # edit",
                "perl -pi -e x a # edit",
                "perl -e x # run",
                "patch -p1 # edit",
                "/usr/local/bin/RG.exe foo # search",
                "C:\\\\bin\\\\Git.EXE log # git",
                "A=1 B='x y' sudo time env C=2 make all # build",
                "timeout 5s pytest # test",
                "timeout 0.5 pytest # test",
                "timeout -k 3 9 pytest # run",
                "timeout pytest # run",
                "echo 'a && git b' | tee x # files",
                "echo \"a ; b\" ; ls # search",
                "true || ls # search",
                "echo 'unclosed && git # run",
                "cd x # run",
                "` ` # run",
                "A=1 # run",
                "npm run test:unit # test",
                "npm --silent run -s u y z test # run",
                "python -m pytest x # test",
                "python3 -m venv x # run",
                "uv sync # build",
                "npx tsc -p . # build",
                "cargo clippy # build",
                "mvn -B verify package # test",
                "node address.js # build",
                "( ls ) # run",
                "sleep 5 # wait",
                "docker ps # ops",
                "curl x # net",
                "/bin/ # run",
                "Get-ChildItem # search"
            })
    void aShellCallHasTheIntentOfItsFirstSegmentWithOne(String command, String intent) {
        assertThat(ofCommand(command)).isEqualTo(intent);
    }

    @Test
    void aLineBreakEndsASegmentOutsideQuotes() {
        assertThat(ofCommand("'cd' x\nls")).isEqualTo("search");
        assertThat(ofCommand("echo 'x\nls'\r\n\n")).isEqualTo("run");
    }

    @Test
    void aBackslashJoinsLinesOutsideOfSingleQuotes() {
        assertThat(ofCommand("cd x && \\\n  git log")).isEqualTo("git");
        assertThat(ofCommand("echo a \\\n git log")).isEqualTo("run");
        assertThat(ofCommand("\\\r\n gi\\\r\nt log")).isEqualTo("git");
        assertThat(ofCommand("echo 'a\\\nb' ; ls")).isEqualTo("search");
        assertThat(ofCommand("echo a\\\n\nls")).isEqualTo("search");
    }

    @Test
    void aQuoteAfterABackslashIsText() {
        assertThat(ofCommand("echo \"a \\\" && git b\" ; ls")).isEqualTo("search");
        assertThat(ofCommand("echo don\\'t && git b")).isEqualTo("git");
        assertThat(ofCommand("echo '\\' && git b")).isEqualTo("git");
    }

    @Test
    void aCommentIsNoCommand() {
        assertThat(ofCommand("# grep it && ls\ngit log")).isEqualTo("git");
        assertThat(ofCommand("cd x # ; git\nls")).isEqualTo("search");
        assertThat(ofCommand("#!/bin/sh\n\tls")).isEqualTo("search");
        assertThat(ofCommand("echo a#b ; ls")).isEqualTo("search");
        assertThat(ofCommand("# don't\nls")).isEqualTo("search");
        assertThat(ofCommand("# only")).isEqualTo("run");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo <<EOF\ngit log\nEOF\nls",
                "echo x<<'EOF' > f\nit's git\n EOF\ngit log\nEOF\nls",
                "echo << \"EOF\"; true\ngit log\nEOF\r\nls",
                "echo <<-\\EOF>f\n\tgit log\n\t\tEOF\nls",
                "echo 0<<A <<B\ngit A\nB\nA\ngit B\nB\nls",
                "echo <<<EOF\nls\nEOF",
                "echo $((1<<2))\nls\n2",
                "echo '<<EOF'\nls\nEOF",
                "echo <<\nls"
            })
    void theBodyOfAHereDocumentIsNoCommand(String command) {
        assertThat(ofCommand(command)).isEqualTo("search");
    }

    @Test
    void aHereDocumentWithoutAnEndReachesToTheEnd() {
        assertThat(ofCommand("echo <<EOF\ngit log\n")).isEqualTo("run");
    }

    @Test
    void aShellWithoutACommandIsAShell() {
        assertThat(intent("Bash", "{}")).isEqualTo("shell");
        assertThat(intent("Bash", "{\"command\":\"\"}")).isEqualTo("shell");
        assertThat(intent("Bash", "{\"command\":7}")).isEqualTo("shell");
        assertThat(intent("Bash", "{\"command\":null}")).isEqualTo("shell");
        assertThat(intent("Bash", "{\"command\":[]}")).isEqualTo("shell");
        assertThat(intent("Bash", "{\"command\":[\"git\",7]}")).isEqualTo("shell");
        assertThat(intent("Bash", "\"git log\"")).isEqualTo("shell");
    }

    @Test
    void theCommandIsReadInEachFormOfInput() {
        assertThat(intent("exec_command", "{\"cmd\":\"git log\"}")).isEqualTo("git");
        assertThat(intent("shell", "{\"cmd\":\"ls\",\"command\":\"git log\"}")).isEqualTo("git");
        assertThat(intent("shell", "{\"command\":[\"/bin/bash\",\"-lc\",\"npm test\"]}"))
                .isEqualTo("test");
        assertThat(intent("shell", "{\"command\":[\"pwsh.exe\",\"-c\",\"-c\"]}"))
                .isEqualTo("run");
        assertThat(intent("shell", "{\"command\":[\"bash\",\"-c\"]}")).isEqualTo("run");
        assertThat(intent("shell", "{\"command\":[\"git\",\"-c\",\"ls\"]}")).isEqualTo("git");
        assertThat(intent("local_shell", "{\"action\":{\"type\":\"exec\",\"command\":[\"ls\",\"-l\"]}}"))
                .isEqualTo("search");
        assertThat(intent("shell", "{\"action\":{\"command\":\"ls\"}}")).isEqualTo("shell");
    }

    @Test
    void aTargetIsTheFileThatACallReadsOrEdits() {
        assertThat(target("Read", "{\"path\":\"b\",\"file_path\":\"a\",\"limit\":3}"))
                .isEqualTo(new Target("a", true));
        assertThat(target("Read", "{\"file_path\":\"a\",\"limit\":null}")).isEqualTo(new Target("a", false));
        assertThat(target("Write", "{\"content\":\"x\",\"filePath\":\"a\",\"offset\":1}"))
                .isEqualTo(new Target("a", false));
        assertThat(target("NotebookEdit", "{\"file_path\":\"\",\"notebook_path\":\"n\"}"))
                .isEqualTo(new Target("n", false));
        assertThat(target(
                        "apply_patch", "{\"input\":\"*** Begin Patch\\n*** Update File: a b.c\\n*** Add File: d\\n\"}"))
                .isEqualTo(new Target("a b.c", false, List.of("d")));
        assertThat(target("apply_patch", "\"*** Begin Patch\\n*** Delete File: d\\n\""))
                .isEqualTo(new Target("d", false));
        assertThat(target("Grep", "{\"path\":\"a\"}")).isNull();
        assertThat(target("Bash", "{\"command\":\"cat a\",\"path\":\"a\"}")).isNull();
        assertThat(target("Read", "{\"file_path\":7}")).isNull();
    }

    @Test
    void aTargetDoesNotPrintItsPath() {
        assertThat(new Target("/home/ada", true)).hasToString("Target[part=true]");
    }

    private static String intent(String tool, String input) {
        return use(tool, input).intent();
    }

    private static Target target(String tool, String input) {
        return use(tool, input).target();
    }

    private static ToolUse use(String tool, String input) {
        var block = "{\"type\":\"tool_use\",\"name\":\"" + tool + "\",\"input\":" + input + "}";
        return uses("{\"type\":\"assistant\",\"message\":{\"content\":[" + block + "]}}")
                .get(0);
    }

    private static List<ToolUse> uses(String line) {
        var part = new LineParser()
                .parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0, FILE)
                .get(0);
        return ((Line.Assistant) ((Parsed.Accepted) part).line()).toolUses();
    }
}
