package footfall.fuzz;

import footfall.scan.JsonComparison;

/** Input: JSON, or nearly. The scanner reads it as Jackson does. */
public final class JsonFuzz {
    private JsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        JsonComparison.assertThatBothReadTheSame(data);
    }
}
