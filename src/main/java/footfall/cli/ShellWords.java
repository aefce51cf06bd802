package footfall.cli;

import footfall.screen.SafeText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments quoted for a shell, so that a printed command can be copied. */
final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+:,./-][\\w@%+:,./=-]*");

    private ShellWords() {}

    /** A command of footfall and its arguments. */
    static String command(String name, List<String> arguments) {
        return "footfall " + name + (arguments.isEmpty() ? "" : " " + of(arguments));
    }

    static String of(List<String> words) {
        return words.stream().map(ShellWords::of).collect(Collectors.joining(" "));
    }

    /** An option and its paths; a path that looks like an option gets a prefix. */
    static List<String> option(String name, List<Path> places) {
        var words = new ArrayList<String>(List.of(name));
        places.forEach(place -> words.add(place.toString().startsWith("-") ? "./" + place : place.toString()));
        return words;
    }

    static String of(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        } else if (SafeText.of(word).equals(word)) {
            return "'" + word.replace("'", "'\\''") + "'";
        }
        return "$'" + word.codePoints().mapToObj(ShellWords::escaped).collect(Collectors.joining()) + "'";
    }

    /** Quoted with {@code $'...'} for bash, zsh and ksh. */
    private static String escaped(int c) {
        var text = Character.toString(c);
        if (c == '\'' || c == '\\') {
            return "\\" + text;
        } else if (SafeText.of(text).equals(text)) {
            return text;
        }
        var bytes = new StringBuilder();
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            bytes.append(String.format("\\%03o", one & 0xFF));
        }
        return bytes.toString();
    }
}
