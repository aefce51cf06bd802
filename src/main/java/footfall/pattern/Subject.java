package footfall.pattern;

import footfall.line.AskReason;
import footfall.line.ErrorCategory;
import footfall.line.Permission;
import footfall.line.Sha256;
import footfall.loop.Level;
import footfall.loop.Repeat;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * What a running tally counts. {@code category} is set for failures only. A failure's name is the tool, the
 * name of the command, or the missing command, a question's one of the first two; that of a loop and a repeat is its
 * level or kind, a colon and its name there.
 */
public record Subject(Kind kind, ErrorCategory category, String name) {
    private static final int PRINT_BYTES = 16;

    public Subject {
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(name, "name is null");
        if ((category != null) != (kind == Kind.FAILURE)) {
            throw new IllegalArgumentException("category must be set for kind FAILURE, and only for it");
        }
    }

    /** The kinds of subjects. The letters are stored in keys and must not change. */
    public enum Kind {
        PATTERN('p'),
        /** The long turns of a pattern, counted separately. */
        LONG_PATTERN('l'),
        TOOL('t'),
        FAILURE('f'),
        /** A loop at a level, in long turns. */
        LOOP('c'),
        /** Steps that came back to the same thing, by kind and name. */
        REPEAT('r'),
        /** Calls that stood at a question to a person. */
        ASKED('a');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        /** Whether occurrences are calls; otherwise they are turns. */
        boolean countsCalls() {
            return this == TOOL || this == FAILURE || this == REPEAT || this == ASKED;
        }

        boolean hasWays() {
            return waysMax() > 0;
        }

        /** The most ways that a record has; of a question all words of answers and reasons. */
        int waysMax() {
            return switch (this) {
                case FAILURE, REPEAT -> 5;
                case ASKED -> Permission.values().length + AskReason.values().length;
                case PATTERN, LONG_PATTERN, TOOL, LOOP -> 0;
            };
        }

        private static Kind of(String key) {
            for (var kind : values()) {
                if (key.length() > 1 && key.charAt(0) == kind.letter && key.charAt(1) == ':') {
                    return kind;
                }
            }
            throw new IllegalArgumentException("key does not match any subject");
        }
    }

    public static Subject pattern(String pattern) {
        return new Subject(Kind.PATTERN, null, pattern);
    }

    public static Subject tool(String tool) {
        return new Subject(Kind.TOOL, null, tool);
    }

    public static Subject failure(ErrorCategory category, String subject) {
        return new Subject(Kind.FAILURE, category, subject);
    }

    /** The name is {@code level:name}. */
    public static Subject loop(Level level, String name) {
        return new Subject(Kind.LOOP, null, level.word() + ":" + name);
    }

    /** The name is {@code kind:name}. */
    public static Subject repeat(Repeat.Kind of, String name) {
        return new Subject(Kind.REPEAT, null, of.word() + ":" + name);
    }

    /** The questions to a person about calls of a name. */
    public static Subject asked(String name) {
        return new Subject(Kind.ASKED, null, name);
    }

    /** The kind of a repeat; empty for any other subject. */
    public Optional<Repeat.Kind> repeat() {
        return kind == Kind.REPEAT ? Repeat.Kind.ofWord(name.substring(0, name.indexOf(':'))) : Optional.empty();
    }

    /** The name of a repeat without its kind, and of any other subject all of it. */
    public String ownName() {
        return kind == Kind.REPEAT ? name.substring(name.indexOf(':') + 1) : name;
    }

    /** The subject of a pattern's long turns. */
    Subject ofLongTurns() {
        return new Subject(Kind.LONG_PATTERN, null, name);
    }

    /** {@code t:Read}, {@code p:Grep → Read}, {@code f:env-need:jq}: unique for a subject. */
    public String key() {
        return kind.letter + ":" + (category == null ? "" : category.word() + ":") + name;
    }

    /** @throws IllegalStateException when the key is invalid */
    public static Subject ofKey(String key) {
        var kind = Kind.of(key);
        if (kind != Kind.FAILURE) {
            return new Subject(kind, null, key.substring(2));
        }
        int colon = key.indexOf(':', 2);
        var category = ErrorCategory.ofWord(key.substring(2, Math.max(2, colon)))
                .orElseThrow(() -> new IllegalStateException("a key has no category of this footfall's"));
        return new Subject(kind, category, key.substring(colon + 1));
    }

    /** A 16-byte hash for keys of rows, because a pattern's name may be thousands of bytes. */
    byte[] print() {
        return Arrays.copyOf(Sha256.of(key()), PRINT_BYTES);
    }
}
