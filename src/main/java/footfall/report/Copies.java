package footfall.report;

import footfall.line.Line;
import footfall.line.Parsed;
import footfall.tail.Transcript;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Whose a prompt is. A fork repeats the whole history under a new session id; the owner of a prompt's uuid is
 * the session of its line in the file with the smallest (first timestamp, session id).
 */
public final class Copies {
  private static final Comparator<Owner> FIRST =
      Comparator.comparing(Owner::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Owner::session);

  private final Map<String, Owner> byUuid = new HashMap<>();

  private record Owner(Instant firstAt, String session) {}

  /** Takes notice of a line, if it is a prompt. */
  public void note(Transcript file, Parsed part) {
    if (part instanceof Parsed.Accepted accepted
        && accepted.line() instanceof Line.Prompt prompt
        && prompt.envelope().uuid() != null) {
      var owner = new Owner(file.firstAt(), prompt.envelope().session().value());
      byUuid.merge(prompt.envelope().uuid(), owner, (a, b) -> FIRST.compare(a, b) <= 0 ? a : b);
    }
  }

  /** The session that owns a prompt when it is not {@code session}, else null. */
  public String ownerOther(String promptUuid, String session) {
    var owner = promptUuid == null ? null : byUuid.get(promptUuid);
    return owner == null || owner.session().equals(session) ? null : owner.session();
  }
}
