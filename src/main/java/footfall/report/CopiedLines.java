package footfall.report;

import footfall.line.Line;
import footfall.line.PromptIndex;

/**
 * Which lines a fork repeats: those whose uuid came first in another session. Gets lines in the order of
 * {@link TranscriptList#once}, so that an owner comes before its copies. Of more than {@code LINES_MAX} lines
 * the oldest are forgotten, and their copies are taken for lines of their own.
 */
final class CopiedLines {
  /** A fork stands in time behind its original: a gigabyte of lines or two may stand between them. */
  private static final int LINES_MAX = 500_000;

  private final PromptIndex owners = new PromptIndex(LINES_MAX);

  /** The session whose line it is when it is another one, else null: then it is this one's from now on. */
  String ownerOther(Line line) {
    var envelope = line.envelope();
    return line instanceof Line.Nothing
        ? null
        : owners.ownerOther(envelope.uuid(), envelope.session().value());
  }
}
