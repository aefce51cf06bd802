package footfall.line;

import footfall.scan.JsonScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a message or of a tool result: a string, or a list of blocks. {@code textStart} is the
 * offset of the string in the record, -1 for a list.
 */
public record Content(int textStart, List<Block> blocks) {
    public static final Content NONE = new Content(-1, List.of());

    public static Content read(JsonScanner json) {
        if (json.isText()) {
            return new Content(json.start(), List.of());
        } else if (!json.isList()) {
            return NONE;
        }
        var blocks = new ArrayList<Block>(2);
        for (json.elements(); json.nextElement(); ) {
            if (json.isObject()) {
                blocks.add(Block.read(json));
            }
        }
        return new Content(-1, blocks);
    }

    public boolean has(String type) {
        for (var block : blocks) {
            if (type.equals(block.type)) {
                return true;
            }
        }
        return false;
    }

    /** The string, or the text blocks joined by a newline, unchanged. */
    public String text(Bytes raw) {
        if (textStart >= 0) {
            return LineParser.textAt(raw, textStart);
        }
        StringBuilder joined = null;
        for (var block : blocks) {
            if ("text".equals(block.type) && block.textStart >= 0) {
                joined = joined == null ? new StringBuilder() : joined.append('\n');
                joined.append(LineParser.textAt(raw, block.textStart));
            }
        }
        return joined == null ? "" : joined.toString();
    }
}
