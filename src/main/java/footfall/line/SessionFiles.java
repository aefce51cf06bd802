package footfall.line;

import java.util.List;

/**
 * Where each message of a session is a file of its own. The file of a session is {@code FOLDER/ANY/SESSION.json}, and
 * what belongs to it is in folders beside FOLDER: {@code LEVEL/ID/ID.json}, where the first ID is that of the file one
 * level above. IDs sort by time.
 *
 * @param folder the end of the path of the folder with the sessions
 * @param session of the first line of a session
 * @param parent the field of a session that names the session of which it is a subagent
 * @param levels below the session, each below the one before
 */
public record SessionFiles(String folder, Level session, String parent, List<Level> levels) {
    public SessionFiles {
        levels = List.copyOf(levels);
    }

    /**
     * @param folder beside that of the sessions
     * @param before a file becomes a line of this, its JSON and {@code }}}; the lines of the next level follow
     * @param after with which it becomes another line behind them; null for none
     */
    public record Level(String folder, String before, String after) {}
}
