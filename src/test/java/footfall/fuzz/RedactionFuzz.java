package footfall.fuzz;

import footfall.redact.RedactionLaw;

/**
 * Input: the dialect (0 to 3), and the lines of a file. Redaction keeps what they mean and their turns, and no canary
 * that is planted in them leaves.
 */
public final class RedactionFuzz {
    private RedactionFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var law = new RedactionLaw(input.choice(LinesFuzz.DIALECTS));
        var lines = input.lines();
        law.assertTurnsStay(lines);
        law.assertNoCanaryLeaves(lines);
    }
}
