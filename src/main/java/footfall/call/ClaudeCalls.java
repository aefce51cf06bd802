package footfall.call;

/** Reports use Claude's names. */
public final class ClaudeCalls implements CallNormalizer {
    @Override
    public String dialect() {
        return "claude";
    }

    @Override
    public NormalizedCall of(NormalizedCall call) {
        return call;
    }
}
