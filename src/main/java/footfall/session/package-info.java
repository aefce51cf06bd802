/**
 * Emits a {@link footfall.session.SessionReport} from the lines of one session's files: who asked for what,
 * which tools were called, what it cost, which subagents worked. Holds counts and bounded lists, never a
 * line. Texts and paths of a transcript stand in it: for the terminal of who owns the files only.
 */
package footfall.session;
