package footfall.line;

import java.nio.charset.StandardCharsets;

/** The input of a call as people read it, for agents that put JSON into a text or a command into a list. */
public final class InputJson {
    private InputJson() {}

    /** The JSON of the object that a JSON string contains; any other value itself. */
    public static String unwrapped(String value) {
        var object = LenientJson.objectIn(Bytes.of(value.getBytes(StandardCharsets.UTF_8)));
        return object == null ? value : object.toString();
    }

    /** The command line of a list of words as JSON; any other text is one already. */
    public static String commandLine(String text) {
        var command = text.startsWith("[") ? CallInput.commandOf(text) : null;
        return command == null ? text : command;
    }
}
