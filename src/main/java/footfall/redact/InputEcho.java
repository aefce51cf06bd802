package footfall.redact;

import footfall.line.Bytes;
import footfall.scan.JsonScanner;
import java.util.BitSet;
import java.util.HashSet;

/** Finds repetitions of a call's input in a text: runs of at least 20 characters, ignoring case. */
final class InputEcho {
    /** UTF-16 units. */
    static final int RUN_MIN = 20;

    private static final int GONE_WEIGHT = power(31, RUN_MIN);

    private InputEcho() {}

    /** {@code input}: JSON, or empty. */
    static BitSet in(String line, Bytes input) {
        var text = lower(line);
        var marks = new BitSet();
        eachRun(text, (start, mark) -> marks.set(mark));
        var repeated = new BitSet();
        if (!marks.isEmpty()) {
            var inputText = lower(scalars(input));
            var seen = new HashSet<String>();
            eachRun(inputText, (start, mark) -> {
                if (marks.get(mark) && seen.add(inputText.substring(start, start + RUN_MIN))) {
                    mark(text, inputText.substring(start, start + RUN_MIN), repeated);
                }
            });
        }
        return repeated;
    }

    private static void mark(String text, String run, BitSet repeated) {
        for (int at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + 1)) {
            repeated.set(at, at + RUN_MIN);
        }
    }

    private interface Run {
        /** {@code mark}: a hash of the run below 65,536. */
        void at(int start, int mark);
    }

    /**
     * Visits all runs with a rolling hash: an input may have 64 KiB, and searching it for each run took a third
     * of the time of redacting a line.
     */
    private static void eachRun(String text, Run run) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            int gone = i < RUN_MIN ? 0 : text.charAt(i - RUN_MIN);
            hash = 31 * hash + text.charAt(i) - GONE_WEIGHT * gone;
            if (i >= RUN_MIN - 1) {
                run.at(i - RUN_MIN + 1, (hash ^ hash >>> 16) & 0xFFFF);
            }
        }
    }

    private static int power(int base, int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= base;
        }
        return power;
    }

    /** The input's keys, strings and numbers, one per line. */
    private static String scalars(Bytes input) {
        var all = new StringBuilder(input.length());
        if (input.length() > 0) {
            scalars(input.json(), all);
        }
        return all.toString();
    }

    private static void scalars(JsonScanner json, StringBuilder all) {
        if (json.isObject()) {
            for (json.fields(); json.nextField(); ) {
                all.append(json.name()).append('\n');
                scalars(json, all);
            }
        } else if (json.isList()) {
            for (json.elements(); json.nextElement(); ) {
                scalars(json, all);
            }
        } else {
            all.append(json.written()).append('\n');
        }
    }

    /** Converted unit by unit, so that positions do not change. */
    private static String lower(String text) {
        var units = text.toCharArray();
        for (int i = 0; i < units.length; i++) {
            units[i] = Character.toLowerCase(units[i]);
        }
        return new String(units);
    }
}
