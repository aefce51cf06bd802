package footfall.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.Sha256;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a message says, as data and in words for people. {@code source} and {@code type}: of a CloudEvent. {@code
 * subject}, {@code origin}: null for none. Texts are without control characters, and not escaped.
 */
record HookMessage(
        String id,
        String source,
        String type,
        String subject,
        Instant at,
        ObjectNode data,
        String title,
        List<Paragraph> paragraphs,
        String origin) {
    /** {@code code}: a part that is shown as code; empty for none. */
    record Paragraph(String text, String code) {}

    /** Paragraphs of a chat have at most so many characters, and a message at most so many of them. */
    private static final int TEXT_MAX = 2_800;

    private static final int PARAGRAPHS_MAX = 40;
    private static final int ID_BYTES = 16;
    /** With which a digest in Markdown begins. */
    private static final Pattern HEADING = Pattern.compile("^#+ (?:footfall: )?");

    /** A digest as it is printed: its title, and a paragraph for each section. The same text has the same ID. */
    static HookMessage ofDigest(String text, Instant at) {
        var sections = new ArrayList<Paragraph>();
        for (var section : text.strip().split("\n\\s*\n")) {
            var lines = section.lines().map(SafeText::of).toList();
            var safe = String.join("\n", lines);
            sections.add(new Paragraph(cut(safe), ""));
        }
        return new HookMessage(
                HexFormat.of().formatHex(Sha256.of(text), 0, ID_BYTES),
                "urn:footfall:digests",
                "footfall.digest",
                null,
                at,
                Json.MAPPER.createObjectNode().put("digest", text.strip()),
                "footfall: " + HEADING.matcher(sections.get(0).text()).replaceFirst(""),
                sections.subList(1, Math.min(sections.size(), PARAGRAPHS_MAX)),
                null);
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= TEXT_MAX
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TEXT_MAX));
    }
}
