package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import footfall.testkit.Page;
import java.util.ArrayList;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/asyncapi.yaml} is what {@link Channels} and the schemas say. */
class AsyncApiTest {
    private static final Page PAGE = Page.of("asyncapi.yaml");

    @Test
    void theDocumentIsWhatTheCodeSays() {
        PAGE.holds(AsyncApi.text());
    }

    @Test
    void everyTopicIsAChannelWithItsConfiguration() throws Exception {
        var topics = new TreeMap<String, TreeMap<String, String>>();
        document().get("channels").forEach(channel -> {
            var configs = new TreeMap<String, String>();
            channel.at("/bindings/kafka/topicConfiguration")
                    .properties()
                    .forEach(config -> configs.put(config.getKey(), text(config.getValue())));
            topics.put(channel.get("address").asText(), configs);
        });
        var expected = new TreeMap<String, TreeMap<String, String>>();
        Channels.all()
                .forEach(channel -> expected.put(channel.topic(Channels.PREFIX), new TreeMap<>(channel.configs())));
        assertThat(topics).isEqualTo(expected);
    }

    /** A processor accepts a line that has only the headers that the document requires. */
    @Test
    void theRequiredHeadersAreThoseThatAProcessorNeeds() throws Exception {
        var line = document().at("/components/messages/line");
        var required = new ArrayList<String>();
        line.at("/headers/required").forEach(name -> required.add(name.asText()));
        for (var missing : required) {
            assertThat(LineHeaders.of(headers(line, required, missing)))
                    .as(missing)
                    .isEmpty();
        }
        assertThat(LineHeaders.of(headers(line, required, null))).isPresent();
    }

    private static RecordHeaders headers(JsonNode line, Iterable<String> required, String without) {
        var example = line.at("/examples/0/headers");
        var headers = new RecordHeaders();
        for (var name : required) {
            if (!name.equals(without)) {
                headers.add(name, example.get(name).asText().getBytes());
            }
        }
        return headers;
    }

    private static String text(JsonNode value) {
        if (!value.isArray()) {
            return value.asText();
        }
        var words = new ArrayList<String>();
        value.forEach(word -> words.add(word.asText()));
        return String.join(",", words);
    }

    private static JsonNode document() throws Exception {
        return new YAMLMapper().readTree(PAGE.text());
    }
}
