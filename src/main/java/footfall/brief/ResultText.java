package footfall.brief;

import footfall.line.Bytes;
import java.util.ArrayList;

/** A claude result as text: a string unchanged, a list block by block, anything else as formatted JSON. */
public final class ResultText {
    private static final String IMAGE = "[image]";

    private ResultText() {}

    public static String of(Bytes content) {
        var json = content.json();
        if (json.isText()) {
            return json.text();
        } else if (!json.isList()) {
            return PrettyJson.of(content);
        }
        var texts = new ArrayList<String>();
        for (json.elements(); json.nextElement(); ) {
            int start = content.from() + json.start();
            texts.add(block(new Bytes(content.array(), start, content.from() + json.end())));
        }
        return String.join("\n", texts);
    }

    private static String block(Bytes block) {
        String type = null;
        String text = null;
        var json = block.json();
        for (json.fields(); json.nextField(); ) {
            switch (json.isText() ? json.name() : "") {
                case "type" -> type = json.text();
                case "text" -> text = json.text();
                default -> {}
            }
        }
        return "text".equals(type) && text != null ? text : "image".equals(type) ? IMAGE : PrettyJson.of(block);
    }
}
