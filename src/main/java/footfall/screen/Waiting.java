package footfall.screen;

import java.util.List;
import org.jline.utils.AttributedString;

/** What an empty board says: why it is empty, and what would change that. */
final class Waiting {
  private Waiting() {}

  static void of(Board board, Look look, Size size, List<AttributedString> lines) {
    lines.add(AttributedString.EMPTY);
    if (!look.filter().isEmpty()) {
      say("No turn has \"" + look.filter() + "\" in its id, project, host or tools; esc drops the filter.",
          size,
          lines);
    } else if (!board.hasShipper()) {
      say("No turns yet. Waiting for lines from shippers.", size, lines);
    } else if (!board.shipped().isSearched()) {
      say("Looking for transcripts ...", size, lines);
    } else if (board.shipped().files() == 0) {
      say("No transcripts yet. Looked for in:", size, lines);
      board.shipped().places().forEach(place -> say("  " + place, size, lines));
      say("Waiting: turns show up here as soon as an agent writes there.", size, lines);
      say("Another place: --home DIR. Just looking: footfall up --demo.", size, lines);
    } else {
      say(board.shipped().bytesBehind() > 0 || board.lag() > 0
          ? "Reading the history ..."
          : "No turn is open. Waiting for the next prompt.", size, lines);
    }
    board.shipped().troubles().forEach(trouble -> say(trouble, size, lines));
  }

  private static void say(String words, Size size, List<AttributedString> lines) {
    lines.add(new Strip(size.columns()).plain("  ").told(Ink.PLAIN, words).done());
  }
}
