package footfall.screen;

/** A key press of the live view; {@code character} is set for {@code TEXT}. */
public record KeyPress(Key key, int character) {
    /** The keys that the live view distinguishes. */
    public enum Key {
        TEXT,
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        ENTER,
        ESCAPE,
        BACKSPACE
    }

    public static KeyPress of(Key key) {
        return new KeyPress(key, 0);
    }

    public static KeyPress of(int character) {
        return new KeyPress(Key.TEXT, character);
    }

    boolean is(char wanted) {
        return key == Key.TEXT && character == wanted;
    }
}
