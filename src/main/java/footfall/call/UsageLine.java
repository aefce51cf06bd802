package footfall.call;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.ToolUse;
import java.util.HashSet;
import java.util.List;

/**
 * The data extracted from a line. {@code cwd} and {@code gitBranch} are null when absent; {@code odd}
 * describes invalid blocks of the model's lines; {@code isScript}: the calls run scripts.
 */
public record UsageLine(
        Line line, String cwd, String gitBranch, List<ExtractedCall> calls, List<String> odd, boolean isScript) {
    /** @param previewLength characters of a preview, 0 for none */
    public static UsageLine of(Line line, LineDetails details, int previewLength) {
        boolean isModel = line.alone() instanceof Line.Assistant;
        var calls = ExtractedCall.of(line, details, previewLength);
        return new UsageLine(
                line,
                details.cwd(),
                calls.isEmpty() ? null : details.gitBranch(),
                calls,
                isModel ? details.oddBlocks() : List.of(),
                line instanceof Line.Unresolved unresolved && unresolved.event().isScript());
    }

    /** The same with what the line means; {@code other} is the line itself if it needs no resolution. */
    public UsageLine meaning(Line other) {
        return line == other ? this : new UsageLine(other, cwd, gitBranch, of(other.toolUses()), List.of(), isScript);
    }

    private List<ExtractedCall> of(List<ToolUse> uses) {
        if (uses.size() == calls.size()) {
            return calls;
        }
        var ids = new HashSet<String>();
        uses.forEach(use -> ids.add(use.id()));
        return calls.stream().filter(call -> ids.contains(call.use().id())).toList();
    }
}
