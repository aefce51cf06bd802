package footfall.report;

import footfall.call.ExtractedCall;
import footfall.call.PermissionsYaml;
import footfall.call.RuleEvidence;
import footfall.call.UsageColumn;
import footfall.call.UsageCsv;
import footfall.call.UsageLine;
import footfall.call.UsageSummary;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.line.InstantText;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.PromptIndex;
import footfall.line.Resolvers;
import footfall.tail.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Extracts every tool call as a row of a table, proposed permission rules, and a summary: three files that
 * are replaced once all are complete. Rows are written as a stream.
 */
public final class Extraction {
    public static final String USAGE = "tool_usage.csv";
    public static final String PERMISSIONS = "permissions.yaml";
    public static final String SUMMARY = "summary.txt";

    private final LocalFiles files;
    private final Options options;

    /**
     * {@code agent}: the word of the only dialect to read, null for all. {@code top}: rows per list of
     * the summary. {@code previewLength}: characters, 0 for no previews. {@code rawCells}: do not escape cells that
     * look like formulas.
     */
    public record Options(List<Path> places, String agent, Path outDir, int top, int previewLength, boolean rawCells) {
        public Options {
            places = List.copyOf(places);
        }
    }

    /** Receives each skipped block and line. */
    public interface Skipped {
        void skipped(Path file, long line, String why);
    }

    /** A written file, and whether it replaced one. */
    public record Written(Path path, boolean isReplaced) {}

    /**
     * The result; nothing is written when no existing file could be read. {@code copiedCalls} are repeated by
     * forks.
     */
    public record Extracted(List<Written> written, long calls, long copiedCalls, Reading reading) {
        public Extracted {
            written = List.copyOf(written);
        }
    }

    public Extraction(LocalFiles files, Options options) {
        this.files = files;
        this.options = options;
    }

    /** @throws UserError when the files cannot be written; existing ones are unchanged */
    public Extracted run(Skipped skipped, Reading.Progress progress) throws UserError, InterruptedException {
        var folder = options.outDir().toAbsolutePath().normalize();
        try {
            createOwned(folder);
            try (var usage = AtomicFile.open(folder.resolve(USAGE));
                    var permissions = AtomicFile.open(folder.resolve(PERMISSIONS));
                    var summary = AtomicFile.open(folder.resolve(SUMMARY))) {
                Extractor pass;
                Reading reading;
                try (var rows = usage.writer()) {
                    pass = new Extractor(rows, skipped);
                    reading = pass.read(progress);
                }
                if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
                    return new Extracted(List.of(), 0, 0, reading);
                }
                try (var rules = permissions.writer();
                        var text = summary.writer()) {
                    pass.finish(reading, rules, text);
                }
                var written = new ArrayList<Written>();
                written.add(new Written(folder.resolve(USAGE), usage.replace()));
                written.add(new Written(folder.resolve(PERMISSIONS), permissions.replace()));
                written.add(new Written(folder.resolve(SUMMARY), summary.replace()));
                return new Extracted(written, pass.summary.calls(), pass.summary.copiedCalls(), reading);
            }
        } catch (UncheckedIOException why) {
            throw unwritable(folder, why.getCause());
        } catch (IOException why) {
            throw unwritable(folder, why);
        }
    }

    private static UserError unwritable(Path folder, IOException why) {
        var reason = switch (why.getClass().getSimpleName()) {
            case "AccessDeniedException" -> "permission denied";
            case "FileAlreadyExistsException", "NotDirectoryException" -> "a file with this name exists";
            default -> FailureReason.of(why);
        };
        return new UserError(
                "cannot write to " + folder + ": " + reason + "; choose another folder with --out-dir", why);
    }

    private static void createOwned(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder); // Parents get default permissions.
            OwnerOnly.folder(folder);
        }
    }

    private record Row(EnumMap<UsageColumn, String> cells, ExtractedCall call, String session, String project) {}

    private final class Extractor {
        final UsageSummary summary = new UsageSummary();
        private final RuleEvidence evidence = new RuleEvidence();
        private final UsageCsv csv;
        private final Skipped skipped;
        private final Resolvers resolvers = new Resolvers();
        private final CopiedLines copied = new CopiedLines();
        private final ScriptRows<Row> rows = new ScriptRows<>(this::write);
        private Transcript file;
        private final FileErrors.FileRepeats repeats = new FileErrors.FileRepeats();
        private String project;
        private String root;
        private String cwd;

        Extractor(Writer usage, Skipped skipped) throws IOException {
            this.csv = new UsageCsv(usage, options.rawCells());
            this.skipped = skipped;
        }

        Reading read(Reading.Progress progress) throws InterruptedException {
            var reading = files.ofAgent(options.agent())
                    .all(
                            options.places(),
                            (of, line, details, place) -> UsageLine.of(line.line(), details, options.previewLength()),
                            new History.Sink<UsageLine>() {
                                @Override
                                public void accept(Transcript of, long number, UsageLine line) {
                                    Extractor.this.accept(of, number, line);
                                }

                                @Override
                                public void rejected(Transcript of, long number, String why) {
                                    summary.badLine(StandardInput.displayName(of.path()), number, why);
                                    skipped.skipped(of.path(), number, why);
                                }
                            },
                            progress);
            endFile();
            return reading;
        }

        private void endFile() {
            evidence.endFile();
            rows.endFile();
        }

        private void accept(Transcript of, long number, UsageLine line) {
            if (file != of) {
                endFile();
                file = of;
                project = null;
                root = null;
                cwd = null;
            }
            project = project == null ? line.line().envelope().project() : project;
            cwd = line.cwd() == null ? cwd : line.cwd();
            root = root == null ? cwd : root;
            resolvers.meaning(line.line(), of.id()).events().forEach(means -> {
                if (!repeats.is(of, means)) {
                    add(of, number, line.meaning(means), means.envelope().copyOf());
                }
            });
        }

        /** {@code owner}: the session that has the original of the line where the line says so, else null. */
        private void add(Transcript of, long number, UsageLine line, String owner) {
            if (isCopied(of, number, line, owner)) {
                return;
            }
            line.odd().forEach(why -> skipped.skipped(of.path(), number, why));
            summary.skippedBlocks(line.odd().size());
            evidence.accept(line, root);
            line.calls()
                    .forEach(call -> rows.add(
                            row(number, line, call),
                            line.isScript() ? call.use().id() : null));
            if (line.line() instanceof Line.ScriptEnd end) {
                rows.drop(end.toolUseId());
            }
            line.line().results().stream()
                    .filter(result -> result.outcome() != Outcome.PENDING)
                    .forEach(result -> rows.end(result.toolUseId()));
        }

        /**
         * Whether a fork repeats the line: then its calls, results and skipped blocks count in the original only.
         * Lines without any are not recorded.
         */
        private boolean isCopied(Transcript of, long number, UsageLine line, String copyOf) {
            boolean counts = !line.calls().isEmpty() || !line.odd().isEmpty();
            var owner = !counts ? null : copyOf != null ? copyOf : copied.ownerOther(line.line());
            if (owner != null) {
                summary.copiedCalls(line.calls().size());
                skipped.skipped(of.path(), number, "repeats a line of session " + owner);
            }
            return owner != null;
        }

        private Row row(long number, UsageLine line, ExtractedCall call) {
            var row = new EnumMap<UsageColumn, String>(UsageColumn.class);
            row.putAll(call.cells());
            var at = line.line().envelope().at();
            row.put(UsageColumn.TIMESTAMP, at == null ? null : InstantText.toMillis(at));
            row.put(UsageColumn.PROJECT, project);
            row.put(UsageColumn.TOOL_NAME, call.use().tool());
            row.put(UsageColumn.TOOL_USE_ID, call.use().id());
            row.put(UsageColumn.JSONL_PATH, StandardInput.displayName(file.path()));
            row.put(UsageColumn.LINENO, String.valueOf(number));
            row.put(UsageColumn.CWD, cwd);
            row.put(UsageColumn.SESSION_ID, line.line().envelope().session().value());
            row.put(UsageColumn.GIT_BRANCH, line.gitBranch());
            return new Row(row, call, line.line().envelope().session().value(), project);
        }

        private void write(Row row) {
            summary.call(row.call(), row.session(), row.project());
            try {
                csv.row(row.cells());
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }

        void finish(Reading reading, Writer permissions, Writer summaryOut) throws IOException {
            PermissionsYaml.write(permissions, evidence);
            var root = options.places().stream()
                    .map(place ->
                            StandardInput.displayName(place.toAbsolutePath().normalize()))
                    .collect(Collectors.joining(", "));
            var head = new UsageSummary.Head(root, reading.files(), reading.bytes(), reading.lines(), reading.copies());
            summary.write(summaryOut, head, evidence, options.top());
        }
    }

    /**
     * Detects lines that a fork repeats: their uuid occurred first in another session, or answers name it. Expects
     * lines in the order of {@link TranscriptList#once}, with originals before copies; where answers name their origin,
     * in any. Keeps {@code LINES_MAX} lines; copies of older ones count as original.
     */
    private static final class CopiedLines {
        /** Up to two gigabytes of lines may lie between an original and its fork. */
        private static final int LINES_MAX = 500_000;

        private final PromptIndex owners = new PromptIndex(LINES_MAX);
        private final Map<String, String> originOfAnswers = new HashMap<>();

        /**
         * The session that owns the line, or that the line says it was copied from, if it is another one; else null,
         * and the line becomes this session's.
         */
        String ownerOther(Line line) {
            var envelope = line.envelope();
            var session = envelope.session().value();
            if (line instanceof Line.Assistant) {
                originOfAnswers.remove(session);
            }
            if (envelope.originOther() != null) {
                originOfAnswers.put(session, envelope.originOther());
                return envelope.originOther();
            } else if (line instanceof Line.ToolResults && originOfAnswers.containsKey(session)) {
                return originOfAnswers.get(session); // A result does not say that it was copied.
            }
            if (line instanceof Line.Nothing || envelope.uuid() == null) {
                return null;
            }
            owners.claim(envelope.uuid(), session);
            return owners.ownerOther(envelope.uuid(), session);
        }
    }

    /**
     * Passes on the rows of calls in their order. The row of a script waits until the script ends, and later rows wait
     * with it, because a script whose calls have rows has none. At most {@code ROWS_MAX} rows wait; then the oldest is
     * passed on.
     */
    static final class ScriptRows<T> {
        static final int ROWS_MAX = 500;

        private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
        private final Set<String> running = new HashSet<>();
        private final Set<String> dropped = new HashSet<>();
        private final Consumer<T> out;

        /** {@code script}: the ID of the call that runs a script; null for any other row. */
        private record Waiting<T>(T row, String script) {}

        ScriptRows(Consumer<T> out) {
            this.out = out;
        }

        /** {@code script}: the ID of the call if it runs a script, else null. */
        void add(T row, String script) {
            waiting.add(new Waiting<>(row, script));
            if (script != null) {
                running.add(script);
            }
            if (waiting.size() > ROWS_MAX) {
                running.remove(waiting.element().script());
            }
            passOn();
        }

        /** The call has a result. */
        void end(String toolUseId) {
            if (running.remove(toolUseId)) {
                passOn();
            }
        }

        /** The script made calls, and ended. */
        void drop(String script) {
            if (running.remove(script)) {
                dropped.add(script);
                passOn();
            }
        }

        /** No script of the file goes on. */
        void endFile() {
            running.clear();
            passOn();
        }

        private void passOn() {
            while (!waiting.isEmpty() && !running.contains(waiting.element().script())) {
                var first = waiting.remove();
                if (!dropped.remove(first.script())) {
                    out.accept(first.row());
                }
            }
        }
    }
}
