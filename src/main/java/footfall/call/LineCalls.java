package footfall.call;

import footfall.line.Bytes;
import footfall.line.FirstText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Parsed;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A line with its calls or results, as the line itself describes them. {@code failure}: the text with which the API
 * failed, else null.
 */
public record LineCalls(Line line, List<Call> calls, String failure) {
    /** Absent components are null; claude's results contain neither. */
    public record Call(String tool, Input input) {
        static final Call UNKNOWN = new Call(null, null);
    }

    /**
     * The position of an input's JSON: index of the file, offset and length in bytes, and their CRC32C, which
     * detects a file that was changed meanwhile.
     */
    public record Input(int file, long offset, int length, int sum) {
        /** Whether the bytes match the checksum. */
        public boolean is(Bytes bytes) {
            return bytes.length() == length && sumOf(bytes) == sum;
        }

        private Input inFile(int number) {
            return new Input(number, offset, length, sum);
        }

        static int sumOf(Bytes bytes) {
            var sum = new CRC32C();
            sum.update(bytes.array(), bytes.from(), bytes.length());
            return (int) sum.getValue();
        }
    }

    /** {@code place}: the offset of the line's object in the file, in bytes. */
    public static LineCalls of(Parsed.Accepted part, LineDetails details, long place) {
        var says = part.line().alone();
        var kind = says.toolUses().isEmpty() ? "tool_result" : "tool_use";
        if (says.toolUses().isEmpty() && says.results().isEmpty()) {
            return new LineCalls(part.line(), List.of(), failure(part.line(), details));
        }
        var calls = new ArrayList<Call>(1);
        for (var block : details.parts()) {
            if (block.kind().equals(kind)) {
                int start = block.inputStart();
                calls.add(new Call(block.tool(), start < 0 ? null : input(place + start, block.input())));
            }
        }
        return new LineCalls(part.line(), calls, null);
    }

    /** The error of the API that the line reports; null for none. */
    static String failure(Line line, LineDetails details) {
        if (line instanceof Line.Assistant answer && answer.message().isApiError()) {
            return details.text();
        } else if (!(line instanceof Line.Unresolved unresolved)
                || !unresolved.event().isFailure()) {
            return null;
        }
        var said = FirstText.in(details.json().toString(), "message");
        return said == null ? details.text() : said;
    }

    /** The calls or results of the line that this one means, which may repeat others. */
    public LineCalls meaning(Line other) {
        return line == other ? this : new LineCalls(other, of(other), failure);
    }

    private List<Call> of(Line other) {
        var own = ids(line.alone());
        var those = ids(other);
        if (own.size() != calls.size() || those.isEmpty() || own.equals(those)) {
            return calls;
        }
        return those.stream()
                .map(id -> id == null || !own.contains(id) ? Call.UNKNOWN : calls.get(own.indexOf(id)))
                .toList();
    }

    private static List<String> ids(Line line) {
        var uses = line.toolUses().stream().map(ToolUse::id).toList();
        return uses.isEmpty()
                ? line.results().stream().map(ToolResult::toolUseId).toList()
                : uses;
    }

    /** The same in the file with this index. */
    public LineCalls inFile(int file) {
        return file == 0 || calls.isEmpty()
                ? this
                : new LineCalls(
                        line,
                        calls.stream()
                                .map(call -> new Call(call.tool, call.input == null ? null : call.input.inFile(file)))
                                .toList(),
                        failure);
    }

    private static Input input(long place, Bytes json) {
        return new Input(0, place, json.length(), Input.sumOf(json));
    }
}
