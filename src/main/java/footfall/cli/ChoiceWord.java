package footfall.cli;

import footfall.screen.SafeText;
import picocli.CommandLine.TypeConversionException;

/** The message for a word that is none of the known ones. */
final class ChoiceWord {
    private ChoiceWord() {}

    static TypeConversionException unknown(String word, Iterable<String> words) {
        return new TypeConversionException("'" + SafeText.of(word) + "'; expected one of " + String.join(", ", words));
    }
}
