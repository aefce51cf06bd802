package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;

/**
 * The transcript format of one agent: everything about a file or a line that differs between agents is asked
 * of this object, and nobody compares dialects. {@link Dialects} finds the implementations on the class path.
 * A package that needs more of a dialect than this declares a {@link DialectPart}.
 */
public interface Dialect {
  /** How a file is cut, and how its lines are identified. */
  enum Framing {
    /** Append-only lines, identified by their byte offset. */
    LINES,
    /** JSON objects, a line each or in one array that is rewritten in place; identified by their index. */
    ELEMENTS
  }

  /**
   * Where the agent keeps its transcripts: the environment variable that names the home, the usual homes
   * below the user's own folder when it is not set, and the folder in a home that has the transcripts. {@code
   * isKnown}: that folder alone makes a home; otherwise the home's usual name does, or a transcript in it.
   */
  record Home(String variable, List<String> usual, String folder, boolean isKnown) {}

  /** The name in headers and file ids; lower case, without a slash. */
  String word();

  Framing framing();

  Home home();

  /** Whether a file of this name is of this dialect, whatever it contains. */
  boolean isNamed(String file);

  /** Whether a file that begins so is of this dialect, whatever its name. */
  boolean isBegunBy(Bytes head);

  /** What a path says: its names from the root to the file, the file's own last. */
  TranscriptName name(List<String> path);

  /** What a file's name says when only its content identifies the dialect. */
  TranscriptName nameByContent(String file);

  /** Whether a file of this name may be a transcript. */
  boolean isTranscript(String file);

  /** Whether a file that is {@code depth} folders below the home's folder is a transcript. */
  boolean isTranscript(String file, int depth);

  /** Whether a folder that is {@code depth} folders below the home's folder may have transcripts in it. */
  boolean isEntered(String folder, int depth);

  /** The folder of a main transcript's subagents, below the one that the transcript is in. */
  String agentFolder(String file);

  /** Whether files of subagents may also be beside the main transcript, whose session their lines name. */
  boolean isAgentBeside();

  /**
   * The main transcript of a subagent's file, as a path relative to the folder of that file; null when its
   * path and the session that its lines name (null without one) do not tell.
   */
  String mainFile(List<String> path, String session);

  /** Whether lines name the working directory, whose last part is the project. */
  boolean isProjectInLines();

  /** Whether lines name their session; otherwise a file belongs to the session that it is named after. */
  boolean isSessionInLines();

  /** Whether a turn may repeat a call or a result under the same id, of which the first counts. */
  boolean isRepeating();

  /** Whether the agent has permission rules in claude's syntax. */
  boolean hasPermissionRules();

  /** Reads the object whose START_OBJECT is the current token, to its end. */
  Anatomy read(JsonParser json, Bytes raw) throws IOException;

  /** What a line that {@link #read} has read means. */
  Line classify(Anatomy anatomy, Source source);
}
