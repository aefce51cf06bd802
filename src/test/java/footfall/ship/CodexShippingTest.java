package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Codex are shipped with the session that they name, wherever a shipper starts in them. */
class CodexShippingTest {
    private static final Path CORPUS = Path.of("../shared/corpus-codex/sessions");
    private static final String ONE = "019f0000-0000-7000-8000-00000000000a";
    private static final String TWO = "019f0000-0000-7000-8000-00000000000b";
    private static final String ROOT = "019f0000-0000-7000-8000-000000000001";

    @TempDir
    Path folder;

    private Path day;
    private Path file;

    @BeforeEach
    void home() throws IOException {
        day = Files.createDirectories(folder.resolve(".codex/sessions/2026/03/04"));
        file = day.resolve("rollout-2026-03-04T10-00-00-" + ONE + ".jsonl");
    }

    private static String line(String type, String payload) {
        return "{\"timestamp\":\"2026-03-04T10:00:00.000Z\",\"type\":\"" + type + "\",\"payload\":{" + payload + "}}\n";
    }

    private static String head(String thread, String project, String more) {
        return line("session_meta", "\"id\":\"" + thread + "\",\"cwd\":\"/w/" + project + "\"" + more);
    }

    private static String prompt(String text) {
        return line("event_msg", "\"type\":\"user_message\",\"message\":\"" + text + "\"");
    }

    private Shipping started(SentSources sent, String... excluded) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                        List.of(folder.resolve(".codex")),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        Duration.ofDays(1),
                        Duration.ZERO)
                .excluding(ExcludedProjects.of(List.of(excluded), folder));
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private void ship(SentSources sent, String... excluded) throws IOException {
        var shipping = started(sent, excluded);
        shipping.round();
        shipping.finish();
    }

    @Test
    void aRecordersFileHasTwoSessions() throws IOException {
        Files.writeString(file, head(ONE, "app", "") + prompt("a") + head(TWO, "other", "") + prompt("b"));
        var sent = new SentSources();
        ship(sent);
        assertThat(sent.trails()).containsExactly(ONE + "/null", ONE + "/null", TWO + "/null", TWO + "/null");
    }

    @Test
    void theSessionOfAnExcludedProjectIsNotSentAfterARestartEither() throws IOException {
        var begun = head(ONE, "app", "") + prompt("a") + head(TWO, "secret", "") + prompt("b");
        Files.writeString(file, begun);
        var sent = new SentSources();
        ship(sent, "secret");
        Files.writeString(file, begun + prompt("c"));
        ship(sent, "secret");
        Files.writeString(file, begun + prompt("c") + head(ONE, "app", "") + prompt("d"));
        ship(sent, "secret");
        assertThat(sent.trails()).hasSize(4).containsOnly(ONE + "/null");
    }

    private static String context(String project) {
        return line("turn_context", "\"cwd\":\"/w/" + project + "\",\"model\":\"m\"");
    }

    /** Ships after each line, with a new shipper each time; the prompts' numbers that left. */
    private List<Integer> promptsSent(String... lines) throws IOException {
        var sent = new SentSources();
        var left = new ArrayList<Integer>();
        var begun = new StringBuilder();
        int prompts = 0;
        for (var line : lines) {
            Files.writeString(file, begun.append(line));
            int before = sent.lines.size();
            ship(sent, "secret");
            boolean isPrompt = line.contains("CANARY");
            prompts += isPrompt ? 1 : 0;
            if (isPrompt && sent.lines.size() > before) {
                left.add(prompts);
            }
        }
        assertThat(sent.lines).noneMatch(text -> text.contains("secret") || text.contains("CANARY"));
        var whole = new SentSources();
        Files.delete(folder.resolve("checkpoint"));
        ship(whole, "secret");
        assertThat(whole.lines).isEqualTo(sent.lines);
        return left;
    }

    private static final String PROMPT = prompt("CANARY");

    @Test
    void theWorkingDirectoryOfATurnHoldsUntilTheNext() throws IOException {
        assertThat(promptsSent(
                        head(ONE, "app", ""),
                        context("app"),
                        PROMPT,
                        context("secret"),
                        PROMPT,
                        PROMPT,
                        head(ONE, "secret", ""),
                        PROMPT,
                        context("app"),
                        PROMPT,
                        head(TWO, "app", ""),
                        PROMPT,
                        context("secret"),
                        PROMPT,
                        head(TWO, "app", ""),
                        PROMPT))
                .containsExactly(1, 5, 6, 8);
    }

    @Test
    void theHistoryOfAnExcludedParentIsNotSent() throws IOException {
        assertThat(promptsSent(
                        head(TWO, "app", ",\"forked_from_id\":\"" + ONE + "\""),
                        head(ONE, "secret", ""),
                        PROMPT,
                        context("app"),
                        PROMPT))
                .containsExactly(2);
    }

    @Test
    void aForkOfAForkIsOneSessionWhereverAShipperStarts() throws IOException {
        var lines = List.of(
                head(TWO, "app", ",\"forked_from_id\":\"" + ONE + "\""),
                head(ONE, "app", ",\"forked_from_id\":\"" + ROOT + "\""),
                context("app"),
                head(ROOT, "app", ""),
                prompt("a"));
        var sent = new SentSources();
        var begun = new StringBuilder();
        for (var line : lines) {
            Files.writeString(file, begun.append(line));
            ship(sent);
        }
        assertThat(sent.trails()).containsOnly(TWO + "/null");
    }

    @Test
    void theSettingsOfAThreadNameItsWorkingDirectory() throws IOException {
        var settings = line(
                "event_msg",
                "\"type\":\"thread_settings_applied\",\"thread_settings\":{\"model\":\"m\",\"cwd\":\"/w/secret\"}");
        assertThat(promptsSent(head(ONE, "app", ""), PROMPT, settings, PROMPT, context("app"), PROMPT))
                .containsExactly(1, 3);
    }

    private static String said(String text) {
        return "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"" + text
                + "\"}]}\n";
    }

    private static String surroundings(String cwd) {
        return said("<environment_context>\\n" + cwd + "\\n  <shell>zsh</shell>\\n</environment_context>");
    }

    @Test
    void theBareFormNamesItInAMessage() throws IOException {
        var head = "{\"id\":\"" + ONE + "\",\"timestamp\":\"2025-08-23T17:19:13.000Z\",\"instructions\":null}\n";
        assertThat(promptsSent(
                        head,
                        surroundings("  <cwd>/w/app</cwd>"),
                        said("CANARY"),
                        surroundings("Current working directory: /w/secret"),
                        said("CANARY"),
                        surroundings("  <shell>bash</shell>"),
                        said("CANARY"),
                        surroundings("  <cwd>/w/app</cwd>"),
                        said("CANARY <cwd>/w/secret</cwd>"),
                        said("CANARY")))
                .containsExactly(1, 4, 5);
    }

    @Test
    void theDirectoryOfOneCommandIsNotThatOfTheSession() throws IOException {
        var end = line("event_msg", "\"type\":\"exec_command_end\",\"call_id\":\"c\",\"cwd\":\"/w/X\",\"exit_code\":0");
        assertThat(promptsSent(
                        head(ONE, "app", ""),
                        context("secret"),
                        end.replace("X", "app"),
                        PROMPT,
                        context("app"),
                        end.replace("X", "secret"),
                        PROMPT))
                .containsExactly(2);
    }

    @Test
    void aFileThatBeginsInAnExcludedProjectIsNotSent() throws IOException {
        Files.writeString(file, head(ONE, "secret", "") + prompt("a"));
        var sent = new SentSources();
        ship(sent, "secret");
        assertThat(sent.lines).isEmpty();
    }

    @Test
    void aSubagentsLinesAreOfTheSessionOfItsRoot() throws IOException {
        var agent = "\"source\":{\"subagent\":{\"thread_spawn\":{\"parent_thread_id\":\"" + ROOT + "\",\"depth\":1}}}";
        Files.writeString(file, head(ONE, "app", "," + agent) + prompt("a"));
        var sent = new SentSources();
        ship(sent);
        Files.writeString(file, Files.readString(file) + prompt("b"));
        ship(sent);
        assertThat(sent.trails()).hasSize(3).containsOnly(ROOT + "/" + ONE);
    }

    @Test
    void anArchivedFileGoesOnAndItsLinesAreSentOnce() throws IOException {
        Files.writeString(file, head(ONE, "app", "") + prompt("a"));
        var sent = new SentSources();
        ship(sent);
        var archived = Files.createDirectories(folder.resolve(".codex/archived_sessions"))
                .resolve(file.getFileName());
        Files.move(file, archived);
        Files.writeString(archived, Files.readString(archived) + prompt("b"));
        ship(sent);
        assertThat(sent.trails()).hasSize(3).containsOnly(ONE + "/null");
    }

    @Test
    void aMigratedFileIsTheNextGeneration() throws IOException {
        Files.writeString(file, head(ONE, "app", "") + prompt("a"));
        var sent = new SentSources();
        ship(sent);
        Files.writeString(file, head(ONE, "app", ",\"history_mode\":\"paginated\"") + prompt("a") + prompt("b"));
        ship(sent);
        assertThat(sent.lines)
                .extracting(text -> text.contains(".0:"))
                .containsExactly(true, true, false, false, false);
        assertThat(sent.lines.subList(2, 5)).allMatch(text -> text.contains(".1:"));
    }

    @Test
    void corpusFilesAreSentTheSameWhenAShipperStartsInTheirMiddle() throws IOException {
        assumeThat(CORPUS).isDirectory();
        var whole = new SentSources();
        corpus(2);
        ship(whole);
        Files.delete(folder.resolve("checkpoint"));
        var parts = new SentSources();
        corpus(1);
        ship(parts);
        assertThat(parts.lines).isNotEmpty();
        corpus(2);
        ship(parts);
        assertThat(parts.lines).containsExactlyInAnyOrderElementsOf(whole.lines);
    }

    /** Writes some halves of every file of the corpus. */
    private void corpus(int halves) throws IOException {
        var paths = new ArrayList<Path>();
        try (var below = Files.walk(CORPUS)) {
            below.filter(Files::isRegularFile).forEach(paths::add);
        }
        for (var path : paths) {
            var bytes = Files.readAllBytes(path);
            var half = new String(bytes, 0, bytes.length / 2, StandardCharsets.ISO_8859_1);
            int length = halves == 2 ? bytes.length : half.lastIndexOf('\n') + 1;
            Files.write(day.resolve(path.getFileName().toString()), Arrays.copyOf(bytes, length));
        }
    }
}
