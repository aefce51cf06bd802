package footfall.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import footfall.config.Environment;
import footfall.config.SettingKeys;
import footfall.report.FoldCache;
import footfall.report.StandardInput;
import footfall.run.ProcessorFile;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * Asks questions of transcripts and of a processor, started by the launcher: the classes that this loads are in the
 * archive of commands that answer. The processor is a socket that gives empty answers, since Jackson prepares the
 * records of an empty list, too.
 */
final class Training {
    private static final List<String> OF_FILES =
            List.of("find e --json", "usage", "turns", "turns s1:0", "sessions --json");
    /** Of so many bytes that their turns are kept: the second one is answered from what the first one kept. */
    private static final List<String> OF_KEPT = List.of("turns --json", "turns --json", "usage --json");

    private static final String OF_PRESENT_TURN = "statusline";
    private static final String TRANSCRIPT = "loops-and-returns/transcript.jsonl";

    private static final List<String> OF_PROCESSORS =
            List.of("usage", "tools", "sessions", "desires", "alerts", "turns", "turns --json", "usage --top 9");
    /** A list, usage, and the last line of a list as lines. */
    private static final String ANSWER = "{\"coverage\":{\"complete\":true,\"missing\":[],\"stale\":[]},\"items\":[],"
            + "\"source\":\"tally\",\"rows\":[],\"total\":{\"turns\":0,\"tokens\":{},\"unpriced_models\":[]}}\n";

    private Training() {}

    /** The folder of transcripts, and an empty data folder. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(Main.begin(), Path.of(arguments[0]), Path.of(arguments[1])));
    }

    /** The worst exit code of a question. */
    static int run(Console console, Path transcripts, Path data) throws IOException {
        var files = List.of("--from", transcripts.toString());
        var blank = Files.write(
                Files.createTempFile("footfall-training", ".jsonl"),
                " ".repeat((int) FoldCache.Limits.BYTES_MIN).getBytes(US_ASCII));
        try (var processor = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            var answering = new Thread(() -> answer(processor), "training");
            answering.setDaemon(true);
            answering.start();
            Files.writeString(
                    ProcessorFile.in(data), "{\"url\":\"http://127.0.0.1:" + processor.getLocalPort() + "\"}");
            var all = new ArrayList<List<String>>();
            OF_FILES.forEach(question -> all.add(words(question, files)));
            all.add(List.of(OF_PRESENT_TURN));
            var manyBytes = List.of("--from", transcripts.toString(), "--from", blank.toString());
            OF_KEPT.forEach(question -> all.add(words(question, manyBytes)));
            OF_PROCESSORS.forEach(question -> all.add(words(question, List.of())));
            return all.stream()
                    .mapToInt(question ->
                            Main.run(silent(console, data, status(transcripts)), question.toArray(String[]::new)))
                    .reduce(0, Math::max);
        } finally {
            Files.delete(blank);
            Files.deleteIfExists(ProcessorFile.in(data));
        }
    }

    /** A command closes its output. The data folder is no option, since questions without options read none. */
    private static Console silent(Console console, Path data, byte[] in) {
        var variables = new HashMap<>(console.environment().variables());
        variables.put(SettingKeys.DATA_DIR.variable(), data.toString());
        return new Console(
                new Environment(variables),
                console.clock(),
                new StandardInput(new ByteArrayInputStream(in)),
                OutputStream.nullOutputStream(),
                console.err(),
                false,
                false);
    }

    /** What Claude Code says of a session. */
    private static byte[] status(Path transcripts) {
        var transcript = transcripts.resolve(TRANSCRIPT).toAbsolutePath();
        return ("{\"session_id\":\"s\",\"transcript_path\":\"" + transcript + "\",\"cost\":{\"total_cost_usd\":1}}")
                .getBytes(UTF_8);
    }

    private static List<String> words(String question, List<String> source) {
        var words = new ArrayList<>(List.of(question.split(" ")));
        words.addAll(source);
        return words;
    }

    /** Until the processor is closed. */
    private static void answer(ServerSocket processor) {
        while (!processor.isClosed()) {
            try (var client = processor.accept()) {
                var request = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
                while (!request.readLine().isEmpty()) {
                    // The headers.
                }
                client.getOutputStream().write(("HTTP/1.0 200 OK\r\n\r\n" + ANSWER).getBytes(US_ASCII));
            } catch (IOException ended) {
                if (!processor.isClosed()) {
                    throw new UncheckedIOException(ended);
                }
            }
        }
    }
}
