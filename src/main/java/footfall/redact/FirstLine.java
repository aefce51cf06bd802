package footfall.redact;

import footfall.line.Bytes;
import footfall.line.ErrorText;
import footfall.scan.JsonScanner;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of the first line of a failed call's text that may leave: a line that names the kind of error in
 * known words. Paths, quoted text, repetitions of the call's input, and every unknown word are masked.
 */
final class FirstLine {
    static final String MASK = "‹…›";
    static final String PATH = "<path>";

    /** Maximum code points of the result. */
    private static final int LENGTH_MAX = 200;
    /** A longer line is output rather than a message. UTF-16 units. */
    private static final int SEARCHED_MAX = 2_000;

    private static final String END_TAG = "</tool_use_error>";
    private static final String OPENING = "([{'\"`";
    private static final String CLOSING = ".,:;!?)]}'\"`";
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{C}]+");

    private final StringBuilder out = new StringBuilder();
    private int length;
    private boolean afterNumber;
    private boolean afterMask;

    private FirstLine() {}

    /** {@code input}: JSON, or empty. Empty when the line does not name the kind of error. */
    static Optional<String> of(String text, Bytes input) {
        var line = firstLine(ErrorText.withoutTag(text));
        if (line.length() > SEARCHED_MAX || ErrorText.phraseCategory(line).isEmpty()) {
            return Optional.empty();
        }
        var hidden = Quotes.in(line);
        hidden.or(InputEcho.in(line, input));
        var masked = new FirstLine().words(Intervals.replaced(line, hidden, MASK));
        return Optional.of(masked)
                .filter(phrase -> ErrorText.phraseCategory(phrase).isPresent());
    }

    private static String firstLine(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        var line = text.substring(0, end);
        return line.endsWith(END_TAG) ? line.substring(0, line.length() - END_TAG.length()) : line;
    }

    private String words(String line) {
        for (var word : SPACE.split(line.strip())) {
            var known = known(word);
            boolean isRepeatedMask = afterMask && known.equals(MASK);
            if (!isRepeatedMask && !append(known)) {
                break;
            }
            afterMask = known.equals(MASK);
        }
        return out.toString();
    }

    private boolean append(String word) {
        int added = word.codePointCount(0, word.length()) + (length == 0 ? 0 : 1);
        if (length + added > LENGTH_MAX) {
            return false;
        }
        out.append(length == 0 ? "" : " ").append(word);
        length += added;
        return true;
    }

    /** The word or its mask, with the punctuation around it. */
    private String known(String word) {
        int from = 0;
        int to = word.length();
        while (from < to && OPENING.indexOf(word.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && CLOSING.indexOf(word.charAt(to - 1)) >= 0) {
            to--;
        }
        var core = word.substring(from, to);
        boolean isNumber = KnownWords.isSmallNumber(core);
        // Consecutive numbers may be parts of one number.
        boolean leaves = isNumber ? !afterNumber : core.equals(MASK) || core.equals(PATH) || KnownWords.has(core);
        afterNumber = isNumber;
        if (leaves) {
            return word;
        }
        return isPath(core) ? word.substring(0, from) + PATH + word.substring(to) : MASK;
    }

    private static boolean isPath(String word) {
        return word.startsWith("~") || word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
    }

    /** Ranges of a text, one bit per UTF-16 unit. */
    private static final class Intervals {
        /** The text with {@code mask} in place of each range. */
        static String replaced(String text, BitSet spans, String mask) {
            var out = new StringBuilder(text.length());
            int at = 0;
            for (int from = spans.nextSetBit(0); from >= 0; from = spans.nextSetBit(at)) {
                out.append(text, at, from).append(mask);
                at = spans.nextClearBit(from);
            }
            return out.append(text, at, text.length()).toString();
        }
    }

    /** Finds quoted text; an unclosed quotation mark quotes the rest. */
    private static final class Quotes {
        private static final String OPENING = "'\"`“‘«„";
        private static final String CLOSING = "'\"`”’»“";

        static BitSet in(String line) {
            var quoted = new BitSet();
            int i = 0;
            while (i < line.length()) {
                int kind = OPENING.indexOf(line.charAt(i));
                if (kind >= 0 && (i == 0 || !isLetter(line, i - 1))) {
                    int end = end(line, i + 1, CLOSING.charAt(kind));
                    quoted.set(i + 1, end);
                    i = end;
                }
                i++;
            }
            return quoted;
        }

        /** A mark inside a word, as in {@code haven't}, closes nothing. */
        private static int end(String line, int from, char mark) {
            int end = line.indexOf(mark, from);
            while (end >= 0 && isLetter(line, end + 1)) {
                end = line.indexOf(mark, end + 1);
            }
            return end < 0 ? line.length() : end;
        }

        private static boolean isLetter(String line, int i) {
            return i < line.length() && Character.isLetterOrDigit(line.charAt(i));
        }
    }

    /**
     * The vocabulary of error messages of agents and tools. No other word of an error's first line leaves the
     * machine.
     */
    static final class KnownWords {
        private static final Set<String> WORDS =
                words("a aborted about access action actual additional after again agent agents all"
                        + " allowed already an and any api apply_patch are argument arguments array as at available bad"
                        + " bash be because been before between binary boolean but by bytes call called calls can can't"
                        + " cannot change changed changes char characters check claude client closed code command"
                        + " commands complete connect connected connection contain contains content contents context"
                        + " could couldn't create created current custom data deadline delete denied did didn't"
                        + " different directory disconnected do does doesn't don't due during eacces each eaddrinuse"
                        + " ebusy econnaborted econnrefused econnreset edit edited edits "
                        + "eexist ehostunreach eisdir either"
                        + " element emfile empty encoding ended endings enetunreach enoent enospc enotdir enotempty"
                        + " enotfound eperm epipe error errors etimedout exact exactly exceed exceeded exceeds execute"
                        + " execution exist existing exists exit expected expired external extra fail failed failure"
                        + " false fetch field file filename files find folder following for forbidden format found from"
                        + " full gateway get getaddrinfo given glob got grant granted grep greptool had hang has hasn't"
                        + " have haven't host http hunk i identify if illegal image in inaccessible including"
                        + " indentation index input inputvalidationerror inside instance instances instead intended"
                        + " internal into invalid is isn't issue issues it its json key large larger least length less"
                        + " limit limited line lines linter list loaded local locked long ls make many match matched"
                        + " matches matching maximum may mean mcp message method minimum minutes missing model modified"
                        + " modifying more most ms multiedit must name need network new no non non-empty not notebook"
                        + " notebookedit nothing null number object occurred occurrence occurrences of offset on once"
                        + " one only open operation option or other out output outside overloaded pages parameter"
                        + " parameters params parse parsing patch path pattern pending permission permissions permitted"
                        + " please port portions possible previous prior process properties property protocol provide"
                        + " provided proxy range rate reached read reading recent recognized refused refusing rejected"
                        + " remote replace replace_all replaced replacement request "
                        + "requested requests required requires"
                        + " reset resource respond response result results retry return "
                        + "returned run running same search"
                        + " second seconds server service session set should since size skill skills small socket span"
                        + " specific specified started status stopped stream string such support supported surrounding"
                        + " syntaxerror system task temporarily text than that the then there this time timed timeout"
                        + " timeouterror timeouts to todowrite token tokens too tool tools tried trouble true try type"
                        + " typeerror types unable unauthorized unavailable undefined "
                        + "unexpected unique uniquely unknown"
                        + " unreachable unsupported until up url use used user using valid validation value values"
                        + " verification via waiting was webfetch websearch were when while whitespace will with"
                        + " within without write writing written wrong yet you your zero");
        private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,3})?(?:B|KB|MB|GB|ms|s|m|h|%)?");

        private KnownWords() {}

        /** With those of the phrases of agents. */
        private static Set<String> words(String list) {
            return Stream.concat(
                            Arrays.stream(list.split(" ")),
                            ErrorText.words().map(word -> word.toLowerCase(Locale.ROOT)))
                    .collect(Collectors.toUnmodifiableSet());
        }

        static boolean has(String word) {
            return WORDS.contains(word.toLowerCase(Locale.ROOT));
        }

        static boolean isSmallNumber(String word) {
            return NUMBER.matcher(word).matches();
        }
    }

    /** Finds repetitions of a call's input in a text: runs of at least 20 characters, ignoring case. */
    static final class InputEcho {
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
}
