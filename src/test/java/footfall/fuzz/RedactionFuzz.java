package footfall.fuzz;

import footfall.redact.RedactionLaw;

/**
 * Input: a number from 0 to 15, as a digit or one of the signs after 9, and the lines of a file. The number modulo 4 is
 * the dialect, divided by 4 the rules. Redaction keeps what the lines mean and their turns, and no canary that is
 * planted in them leaves.
 */
public final class RedactionFuzz {
    private RedactionFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        int choice = input.number() - '0';
        int dialects = LinesFuzz.DIALECTS.size();
        var law = new RedactionLaw(
                LinesFuzz.DIALECTS.get(Math.floorMod(choice, dialects)),
                RedactionLaw.RULES.get(Math.floorMod(choice / dialects, RedactionLaw.RULES.size())));
        var lines = input.lines();
        law.assertTurnsStay(lines);
        law.assertNoCanaryLeaves(lines);
    }
}
