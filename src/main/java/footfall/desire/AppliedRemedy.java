package footfall.desire;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/**
 * A record of the topic {@code remedies}: a remedy against a desire was applied. Names neither the file nor what was
 * written. {@code id}: {@code desire}, {@code /} and {@code at}. {@code host} and {@code user} are null when they do
 * not leave the machine, and of a remedy of this machine.
 */
public record AppliedRemedy(String id, String desire, Instant at, Place place, String host, String user) {
    public AppliedRemedy {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(desire, "desire is null");
        Objects.requireNonNull(at, "at is null");
        Objects.requireNonNull(place, "place is null");
    }

    /** What it was written into. */
    public enum Place {
        CLAUDE_MD,
        AGENTS_MD,
        SKILL,
        /** Of Claude Code: a rule or a hook. */
        SETTINGS,
        SCRIPT,
        OTHER;

        /** {@code name}: of the file, without its folder. */
        public static Place of(String name) {
            return switch (name) {
                case "CLAUDE.md", "CLAUDE.local.md" -> CLAUDE_MD;
                case "AGENTS.md" -> AGENTS_MD;
                case "SKILL.md" -> SKILL;
                case "settings.json", "settings.local.json" -> SETTINGS;
                default -> name.endsWith(".sh") ? SCRIPT : OTHER;
            };
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One of this machine. */
    public static AppliedRemedy here(String desire, Instant at, Place place) {
        return new AppliedRemedy(desire + "/" + at, desire, at, place, null, null);
    }

    public AppliedRemedy by(String onHost, String byUser) {
        return new AppliedRemedy(id, desire, at, place, onHost, byUser);
    }

    public String category() {
        return desire.replaceFirst(":.*", "");
    }
}
