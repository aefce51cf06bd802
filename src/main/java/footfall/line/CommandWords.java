package footfall.line;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a command line by segment. Segments end at {@code &&}, {@code ||}, {@code ;}, {@code |} and line
 * breaks, and words at blanks, outside of quotes. Quote characters are not part of a word.
 */
final class CommandWords {
    private static final String SEPARATORS = ";|\n";

    private final String command;
    private int at;

    CommandWords(String command) {
        this.command = command;
    }

    /** The words of the next segment, possibly none; null at the end. */
    List<String> next() {
        if (at > command.length()) {
            return null;
        }
        var words = new ArrayList<String>();
        StringBuilder word = null;
        char quote = 0;
        for (; at < command.length(); at++) {
            char c = command.charAt(at);
            if (quote == 0 && isSeparator(c)) {
                break;
            } else if (quote == 0 && c <= ' ') {
                add(words, word);
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        at += command.startsWith("&&", at) ? 2 : 1;
        add(words, word);
        return words;
    }

    /** The second character of {@code ||} ends an empty segment. */
    private boolean isSeparator(char c) {
        return SEPARATORS.indexOf(c) >= 0 || c == '&' && command.startsWith("&&", at);
    }

    private static void add(List<String> words, StringBuilder word) {
        if (word != null) {
            words.add(word.toString());
        }
    }
}
