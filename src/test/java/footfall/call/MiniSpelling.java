package footfall.call;

/** The tests' own dialect has the names of the reports. */
public final class MiniSpelling implements CallNormalizer {
    @Override
    public String dialect() {
        return "mini";
    }

    @Override
    public NormalizedCall of(NormalizedCall call) {
        return call;
    }
}
