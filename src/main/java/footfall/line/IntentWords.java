package footfall.line;

import java.util.HashMap;
import java.util.Map;

/** Tables of intents: one on each line, and after a colon the words that have it. */
final class IntentWords {
    private IntentWords() {}

    /** The intent of each word. */
    static Map<String, String> read(String table) {
        var words = new HashMap<String, String>();
        table.lines().forEach(line -> {
            int colon = line.indexOf(':');
            for (var word : line.substring(colon + 1).strip().split(" ")) {
                words.put(word, line.substring(0, colon));
            }
        });
        return Map.copyOf(words);
    }
}
