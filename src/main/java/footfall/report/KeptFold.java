package footfall.report;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Resolvers;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.turn.Turn;
import footfall.view.UsageBy.UsedTurn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What {@link FoldCache} kept: groups, and their turns, which are read when somebody asks for them. */
final class KeptFold implements AutoCloseable {
    /** In the JSON of a turn: inside a text, a quote is escaped. */
    private static final ByteNeedle ERROR = new ByteNeedle("\"error\":\"", false);

    static final KeptFold NONE = new KeptFold(null, List.of(), null);

    private final Disk.Opened file;
    private final List<FoldedGroup> groups;
    private final RecordBytes form;
    private final ErrorTexts errors = new ErrorTexts();

    KeptFold(Disk.Opened file, List<FoldedGroup> groups, RecordBytes form) {
        this.file = file;
        this.groups = List.copyOf(groups);
        this.form = form;
    }

    /** Whether groups are kept. */
    boolean isKept() {
        return form != null;
    }

    List<FoldedGroup> groups() {
        return groups;
    }

    /** Null if nothing is kept. */
    RecordBytes form() {
        return form;
    }

    /** As it was kept: without the texts of errors. */
    byte[] bytes(FoldedGroup.TurnRow row) throws IOException {
        return bytes(row.place());
    }

    private byte[] bytes(FoldedGroup.Place place) throws IOException {
        return bytes(file, place.offset(), place.length());
    }

    /** What the turns of a group used. */
    byte[] usedBytes(FoldedGroup group) throws IOException {
        return bytes(group.used());
    }

    /**
     * The same.
     *
     * @throws UncheckedIOException when it cannot be read any more
     */
    List<UsedTurn> used(FoldedGroup group) {
        try {
            return GroupBytes.readUsed(usedBytes(group));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    static byte[] bytes(Disk.Opened file, long offset, int length) throws IOException {
        var bytes = file.bytes(offset, length);
        if (bytes.length < length) {
            throw new IOException("the kept turns are truncated");
        }
        return bytes;
    }

    /** Where a turn is. */
    TurnSpill.KeptTurn place(FoldedGroup group, FoldedGroup.TurnRow row) {
        return new TurnSpill.KeptTurn() {
            @Override
            public Turn turn() {
                return KeptFold.this.turn(group, row);
            }

            @Override
            public byte[] json() {
                return whole(group, row);
            }
        };
    }

    /** @throws UncheckedIOException when it cannot be read any more */
    private Turn turn(FoldedGroup group, FoldedGroup.TurnRow row) {
        try {
            return form.read(whole(group, row), Turn.class);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /**
     * The same as the form's bytes.
     *
     * @throws UncheckedIOException as {@link #turn}
     */
    private synchronized byte[] whole(FoldedGroup group, FoldedGroup.TurnRow row) {
        try {
            var kept = Bytes.of(bytes(row));
            int at = ERROR.in(kept, 0);
            if (at >= kept.to()) {
                return kept.array();
            }
            var whole = new ByteArrayOutputStream(2 * kept.length());
            int copied = 0;
            for (; at < kept.to(); at = ERROR.in(kept, copied)) {
                int number = at + ERROR.length();
                whole.write(kept.array(), copied, number - copied - 1);
                copied = Bytes.plainTo(kept.array(), number, kept.to()) + 1;
                var text = new String(kept.array(), number, copied - number - 1, StandardCharsets.US_ASCII);
                write(group, group.errors().get(Integer.parseInt(text)), whole);
            }
            whole.write(kept.array(), copied, kept.to() - copied);
            return whole.toByteArray();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private void write(FoldedGroup group, FoldedGroup.ErrorLine at, ByteArrayOutputStream json) throws IOException {
        var of = group.files().get(at.file());
        if (at.isText()) {
            json.write('"');
            json.writeBytes(errors.bytes(of.path(), at.offset(), at.length()));
            json.write('"');
        } else {
            json.writeBytes(form.of(Turn.error(errors.of(of.path(), FileId.parse(of.id()), at)
                    .orElseThrow(() -> new IOException(of.path() + " changed while it was read; ask again")))));
        }
    }

    @Override
    public void close() {
        try {
            errors.close();
            if (file != null) {
                file.close();
            }
        } catch (IOException gone) {
            // It was only read.
        }
    }

    /** Reads lines again for the errors of calls, each without the lines before it. Keeps the latest file open. */
    static final class ErrorTexts implements AutoCloseable {
        private final LineParser parser = new LineParser();
        private Path file;
        private Disk.Opened opened;
        private Source source;

        /** Those of a file. */
        byte[] bytes(Path path, long offset, int length) throws IOException {
            if (!path.equals(file)) {
                close();
                opened = LocalDisk.openFollowingLinks(path);
                file = path;
            }
            var bytes = opened.bytes(offset, length);
            if (bytes.length < length) {
                throw new IOException(path + " changed while it was read; ask again");
            }
            return bytes;
        }

        /** Empty if the line has none. */
        Optional<String> of(Path path, FileId id, FoldedGroup.ErrorLine at) throws IOException {
            var line = Bytes.of(bytes(path, at.offset(), at.length()));
            if (source == null) {
                source = source(path);
            }
            return parser.parse(line, at.offset(), source).stream()
                    .filter(part -> part.offset() == at.offset() && part instanceof Parsed.Accepted)
                    .flatMap(part -> of(((Parsed.Accepted) part).line(), id, at.call()).stream())
                    .findFirst();
        }

        private static Optional<String> of(Line line, FileId file, String call) {
            return new Resolvers()
                    .meaning(line, file).events().stream()
                            .flatMap(event -> event.results().stream())
                            .filter(result -> result.error() != null && call.equals(result.toolUseId()))
                            .map(ToolResult::error)
                            .findFirst();
        }

        private static Source source(Path path) throws IOException {
            var transcript = Transcript.open(path);
            if (transcript == null) {
                throw new IOException(path + " is empty");
            }
            return transcript.named();
        }

        @Override
        public void close() throws IOException {
            file = null;
            source = null;
            if (opened != null) {
                opened.close();
                opened = null;
            }
        }
    }
}
