package footfall.line;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import java.io.IOException;

/** Parsers and generators for the JSON of transcripts: a line has a limit, what it contains has no other. */
public final class TranscriptJson {
    public static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(LineParser.NESTING_MAX)
                    .maxStringLength(LineParser.LINE_BYTES_MAX)
                    .maxNameLength(LineParser.LINE_BYTES_MAX)
                    .maxNumberLength(LineParser.LINE_BYTES_MAX)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(LineParser.NESTING_MAX)
                    .build())
            // A transcript is UTF-8; guessing would read {\0 as UTF-16.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            // Keys of tool results are paths: neither worth interning nor trusted not to collide.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private TranscriptJson() {}

    public static JsonParser parser(Bytes json) throws IOException {
        return FACTORY.createParser(json.array(), json.from(), json.length());
    }
}
