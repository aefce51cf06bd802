package footfall.cli;

import static footfall.report.LocalFiles.NO_PROGRESS;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.desire.DesireRules;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.serve.HttpServer;
import footfall.tail.ExcludedProjects;
import footfall.view.Aliases;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** For tests of commands that ask a processor: its turns are those of the files of the home. */
abstract class ServedTurns {
    @TempDir
    Path folder;

    HttpServer server;
    FileTurns.Folded folded;

    @BeforeEach
    void serveTurns() throws Exception {
        FilesCommandsTest.writeSessions(folder);
        serveTurnsOf(folder.resolve(".claude"));
    }

    final void serveTurnsOf(Path home) throws Exception {
        if (folded != null) {
            folded.close();
        }
        var history = new History(1, 1 << 26, ExcludedProjects.NONE);
        var settings = Config.read(new Environment(Map.of("HOME", folder.toString())), Config.Flags.NONE);
        folded = new FileTurns(settings.turnRules(), history).read(List.of(home), NO_PROGRESS);
    }

    @AfterEach
    void end() {
        folded.close();
        if (server != null) {
            server.close();
        }
    }

    final String serve(Optional<Path> token) {
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        server = ProcessorRecords.serve(folded, rules, token);
        return server.url();
    }

    final Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    static String[] words(String command, String... more) {
        var words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    static List<String> texts(Terminal.Ran ran, String field) throws IOException {
        var texts = new ArrayList<String>();
        JsonNode array = Json.MAPPER.readTree(ran.out());
        array.forEach(item -> texts.add(item.path(field).asText()));
        return texts;
    }
}
