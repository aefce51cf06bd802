package footfall.line;

import java.time.Instant;

/**
 * The fields of one JSON object that classify a line, as a reader fills them, in any order. Long texts are kept as
 * positions and decoded on demand. Of a duplicate key, the last value counts. Absent fields are null.
 */
public class Draft {
    public final Bytes raw;
    public String type;
    public String subtype;
    public String uuid;
    public String parentUuid;
    public String timestamp;
    public String session;
    public String agent;
    public String promptId;
    public String version;
    public String cwd;
    public String parentToolUseId;
    public String model;
    public Usage usage;
    public long durationMs;
    public Content content = Content.NONE;
    protected int slugStart = -1;
    protected int branchStart = -1;
    protected int modeStart = -1;
    protected int levelStart = -1;
    private int flags;
    private String text;
    private Instant at;
    private TextLines texts;

    public Draft(Bytes raw) {
        this.raw = raw;
    }

    public boolean has(Flag flag) {
        return (flags & flag.bit()) != 0;
    }

    protected void set(Flag flag) {
        flags |= flag.bit();
    }

    /** The content's text, trimmed; decoded once. */
    public String text() {
        if (text == null) {
            text = content.text(raw).strip();
        }
        return text;
    }

    /** What the text counts as, if it is a user's. */
    public UserTextKind says() {
        return UserTextKind.of(text());
    }

    /** The line's time, null when absent; parsed once. */
    public Instant at() {
        if (at == null) {
            at = Timestamp.instant(timestamp);
        }
        return at;
    }

    /** For the texts of all calls of the line. */
    TextLines texts() {
        if (texts == null) {
            texts = new TextLines();
        }
        return texts;
    }

    /** The text that starts at a position of the record; null for none. */
    String textAt(int start) {
        return start < 0 ? null : LineParser.textAt(raw, start);
    }
}
