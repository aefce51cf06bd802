package footfall.reader.claude;

import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Tier;
import footfall.line.Usage;
import footfall.scan.JsonScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The {@code usage} of a Claude message. {@code tiers}: the terms of the request. {@code beside}: the requests in
 * {@code iterations} that are billed beside the counts on top: advisors, and compactions by the server. Other
 * iterations are in the counts on top.
 */
record ClaudeUsage(Usage used, Set<Tier> tiers, List<Line.Request> beside) {
    /** Null for anything but an object. */
    static ClaudeUsage read(JsonScanner json) {
        return json.isObject() ? new Fields().read(json) : null;
    }

    /** The fields of one {@code usage}, or of one iteration. */
    private static final class Fields {
        private final long[] counts = new long[4];
        private final long[] writes = new long[2];
        private long webSearches;
        private String speed;
        private String service;
        private String region;
        private String type;
        private String model;
        private List<Line.Request> beside = List.of();

        ClaudeUsage read(JsonScanner json) {
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "input_tokens" -> counts[0] = json.count();
                    case "output_tokens" -> counts[1] = json.count();
                    case "cache_creation_input_tokens" -> counts[2] = json.count();
                    case "cache_read_input_tokens" -> counts[3] = json.count();
                    case "cache_creation" -> cacheCreation(json);
                    case "server_tool_use" ->
                        webSearches = json.in("web_search_requests").count();
                    case "speed" -> speed = json.id();
                    case "service_tier" -> service = json.id();
                    case "inference_geo" -> region = json.id();
                    case "type" -> type = json.id();
                    case "model" -> model = Ids.boundedOrNull(json.id());
                    case "iterations" -> beside = iterations(json);
                    default -> {}
                }
            }
            var tiers = ClaudeTiers.of(speed, service, region);
            return new ClaudeUsage(usage(), tiers, tiers.contains(Tier.US) ? inUs(beside) : beside);
        }

        private void cacheCreation(JsonScanner json) {
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "ephemeral_5m_input_tokens" -> writes[0] = json.count();
                    case "ephemeral_1h_input_tokens" -> writes[1] = json.count();
                    default -> {}
                }
            }
        }

        /** Some gateways report the parts of the cache writes without their sum. */
        private Usage usage() {
            long written = counts[2] == 0 ? writes[0] + writes[1] : counts[2];
            return new Usage(
                    counts[0], counts[1], written, Math.min(written, writes[1]), counts[3], webSearches, false);
        }

        /** The region holds for all requests of a message; a speed is that of one. */
        private static List<Line.Request> inUs(List<Line.Request> beside) {
            return beside.stream()
                    .map(one -> new Line.Request(one.model(), one.usage(), Tier.with(one.tiers(), Tier.US)))
                    .toList();
        }

        private static List<Line.Request> iterations(JsonScanner json) {
            var beside = new ArrayList<Line.Request>();
            for (json.elements(); json.nextElement(); ) {
                var one = new Fields();
                var read = one.read(json);
                if ("advisor_message".equals(one.type) || "compaction".equals(one.type)) {
                    beside.add(new Line.Request(one.model, read.used, read.tiers));
                }
            }
            return beside;
        }
    }
}
