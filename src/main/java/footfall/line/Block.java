package footfall.line;

import footfall.scan.JsonScanner;

/** One block of a content list. Positions are byte offsets in the record, -1 when absent. */
public final class Block {
    public String type;
    public String id;
    public String name;
    public String toolUseId;
    public boolean error;
    public int textStart = -1;
    public int inputStart = -1;
    public int inputEnd = -1;

    /** The name of the only field of the input, where the transcript has its value alone; else null. */
    public String inputField;

    public int contentStart = -1;
    public int contentEnd = -1;

    public Block() {}

    /** Reads the object that is the current value. */
    public static Block read(JsonScanner json) {
        var block = new Block();
        for (json.fields(); json.nextField(); ) {
            block.field(json.name(), json);
        }
        return block;
    }

    public Bytes input(Bytes raw) {
        return new Bytes(raw.array(), raw.from() + inputStart, raw.from() + inputEnd);
    }

    public Bytes content(Bytes raw) {
        return new Bytes(raw.array(), raw.from() + contentStart, raw.from() + contentEnd);
    }

    private void field(String name, JsonScanner json) {
        switch (name) {
            case "type" -> type = json.word();
            case "id" -> id = json.id();
            case "name" -> this.name = json.word();
            case "tool_use_id" -> toolUseId = json.id();
            case "is_error" -> error = json.isTrue();
            case "text" -> textStart = json.isText() ? json.start() : -1;
            case "input" -> input(json);
            case "content" -> content(json);
            default -> {}
        }
    }

    /** The current value is the input. */
    public void input(JsonScanner json) {
        inputStart = json.start();
        json.check();
        inputEnd = json.end();
    }

    /** The current value is the content. */
    public void content(JsonScanner json) {
        contentStart = json.start();
        json.check();
        contentEnd = json.end();
    }
}
