package footfall.redact;

import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.TrailId;
import java.util.ArrayList;
import java.util.List;

/** A call that expects a result; its input is not copied. */
record NewCall(TrailId trail, String toolUseId, String tool, Bytes input) {
    static List<NewCall> of(Line any, LineDetails details) {
        if (!(any.alone() instanceof Line.Assistant line) || line.toolUses().isEmpty()) {
            return List.of();
        }
        var trail = TrailId.of(line.envelope());
        var calls = new ArrayList<NewCall>(line.toolUses().size());
        var uses = line.toolUses().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.next();
                if (use.id() != null) {
                    calls.add(new NewCall(trail, use.id(), use.tool(), part.input()));
                }
            }
        }
        return calls;
    }
}
