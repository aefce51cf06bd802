package footfall.cli;

import footfall.config.NearestWords;
import footfall.screen.SafeText;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** The message for a word that is none of the known ones. */
final class ChoiceWord {
    private ChoiceWord() {}

    /** Suggests the nearest word, or lists all when none is near. */
    static String unknownOf(String word, List<String> words) {
        var text = NearestWords.unknown(word, words);
        return NearestWords.to(word, words).isPresent() ? text : text + "; expected one of " + String.join(", ", words);
    }

    static TypeConversionException unknown(String word, Iterable<String> words) {
        return new TypeConversionException("'" + SafeText.of(word) + "'; expected one of " + String.join(", ", words));
    }
}
