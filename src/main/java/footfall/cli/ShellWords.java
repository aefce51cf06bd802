package footfall.cli;

import footfall.screen.SafeText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of a command as a shell takes them, so that what is shown to a person can be copied and works. */
final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+:,./-][\\w@%+:,./=-]*");

  private ShellWords() {}

  static String of(List<String> words) {
    return words.stream().map(ShellWords::of).collect(Collectors.joining(" "));
  }

  /** An option and places; one that looks like an option is named by a longer path. */
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

  /** As bash, zsh and ksh read it between {@code $'} and {@code '}. */
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
