package footfall.redact;

import footfall.line.Line;
import footfall.line.Tier;
import footfall.line.Usage;
import java.util.Set;

/** Writes the {@code usage} of a redacted Claude line: counts, names of models, and words of {@link Tier}. */
final class UsageJson {
    private UsageJson() {}

    static void write(JsonObjectWriter fields, Line.Message message) {
        fields.object("usage");
        counts(fields, message.usage());
        tiers(fields, message.tiers());
        if (!message.beside().isEmpty()) {
            fields.list("iterations");
            message.beside().forEach(request -> iteration(fields, request));
            fields.endList();
        }
        fields.endObject();
    }

    private static void iteration(JsonObjectWriter fields, Line.Request request) {
        fields.object()
                .text("type", request.model() == null ? "compaction" : "advisor_message")
                .text("model", request.model());
        counts(fields, request.usage());
        tiers(fields, request.tiers());
        fields.endObject();
    }

    private static void counts(JsonObjectWriter fields, Usage usage) {
        fields.number("input_tokens", usage.input())
                .number("output_tokens", usage.output())
                .number("cache_creation_input_tokens", usage.cacheCreation())
                .number("cache_read_input_tokens", usage.cacheRead());
        if (usage.cacheCreation1h() > 0) {
            fields.object("cache_creation")
                    .number("ephemeral_1h_input_tokens", usage.cacheCreation1h())
                    .endObject();
        }
        if (usage.webSearches() > 0) {
            fields.object("server_tool_use")
                    .number("web_search_requests", usage.webSearches())
                    .endObject();
        }
    }

    private static void tiers(JsonObjectWriter fields, Set<Tier> tiers) {
        fields.text("speed", tiers.contains(Tier.FAST) ? Tier.FAST.word() : null)
                .text("service_tier", service(tiers, null))
                .text("inference_geo", tiers.contains(Tier.US) ? Tier.US.word() : null);
    }

    /** The word of the service tier. */
    static String service(Set<Tier> tiers, String standard) {
        var service = Tier.service(tiers);
        return service == null ? standard : service.word();
    }
}
