package footfall.call;

import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.Dialects;
import footfall.line.LineDetails;
import footfall.line.ToolUse;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Maps the calls of one dialect to the names that reports use; unknown calls, and all of a dialect without
 * such a part, are unchanged.
 */
public interface CallNormalizer extends DialectPart {
    Map<Dialect, CallNormalizer> ALL = Dialects.parts(CallNormalizer.class, call -> call);

    NormalizedCall of(NormalizedCall call);

    /** {@code part}: the call in the line. A patch, which names its file in its text, gets it as a field. */
    static NormalizedCall of(LineDetails details, ToolUse use, LineDetails.Part part) {
        var call = ALL.get(details.dialect()).of(new NormalizedCall(use.tool(), part.inputFields()));
        boolean isRenamed =
                NormalizedCall.FILE_TOOLS.contains(call.tool()) && !call.tool().equals(use.tool());
        if (!isRenamed || use.target() == null || call.input().containsKey("file_path")) {
            return call;
        }
        var input = new LinkedHashMap<>(call.input());
        input.put("file_path", use.target().value());
        return new NormalizedCall(call.tool(), input);
    }
}
