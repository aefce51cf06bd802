package footfall.report;

import footfall.line.LineEvents;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.tail.Transcript;

/** Follows a {@link FileFold}. */
interface FoldWatch {
    /** Nobody looks. */
    FoldWatch NONE = new FoldWatch() {};

    /** Before the first line of a file, with the owners of all prompts before it. */
    default void begins(Transcript file, PromptIndex prompts) {}

    /** A line of the file asked for its owner, which is null if it is {@code session} or nobody. */
    default void asked(Transcript file, OwnerUuids.Uuids uuids, String session, String owner) {}

    /** A line of the file, and what it means; before it is folded. */
    default void line(Transcript file, Parsed.Accepted part, LineEvents means) {}

    /** After the last line of all files. */
    default void ends(PromptIndex prompts) {}
}
