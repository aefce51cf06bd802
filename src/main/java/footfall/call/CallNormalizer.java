package footfall.call;

import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.Dialects;
import footfall.line.LineDetails;
import java.util.Map;

/** Maps the calls of one dialect to the names that reports use; unknown calls are unchanged. */
public interface CallNormalizer extends DialectPart {
    Map<Dialect, CallNormalizer> ALL = Dialects.parts(CallNormalizer.class);

    NormalizedCall of(NormalizedCall call);

    /** {@code tool}: the name in the transcript. */
    static NormalizedCall of(LineDetails details, String tool, Map<String, String> input) {
        return ALL.get(details.dialect()).of(new NormalizedCall(tool, input));
    }
}
