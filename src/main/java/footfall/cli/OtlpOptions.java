package footfall.cli;

import footfall.relay.Endpoint;
import footfall.relay.OtlpTarget;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that name a receiver of spans. No message contains its address or headers. */
final class OtlpOptions {
    private static final String VARIABLE = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String PATH = "/v1/traces";

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = "Export closed turns as spans of OpenTelemetry to URL, by OTLP over HTTP, instead of sending "
                    + "alerts. Without a path, /v1/traces is added.")
    private String url;

    @Option(
            names = "--otlp-headers-file",
            paramLabel = "FILE",
            description = "Headers of the requests, for example for a login: name=value on each line of FILE, which "
                    + "only you may be able to read. Default: the variable OTEL_EXPORTER_OTLP_HEADERS.")
    private Path headersFile;

    boolean isGiven() {
        return url != null;
    }

    OtlpTarget target(Console console, boolean isHttpAllowed) throws CommandFailed {
        var checked = Endpoint.of(url, isHttpAllowed);
        if (checked.problem() != null) {
            throw new CommandFailed("the URL of --otlp " + checked.problem());
        }
        return new OtlpTarget(checked.endpoint().withDefaultPath(PATH), headers(console));
    }

    private Map<String, String> headers(Console console) throws CommandFailed {
        var from = headersFile == null ? "the variable " + VARIABLE : headersFile + " (--otlp-headers-file)";
        var text = headersFile == null
                ? console.environment().variables().getOrDefault(VARIABLE, "")
                : SecretText.read(headersFile, "--otlp-headers-file");
        return OtlpTarget.headers(text)
                .orElseThrow(() -> new CommandFailed(from
                        + " is not a list of headers that HTTP allows; write name=value, separated by commas or lines, "
                        + "without line breaks in a value"));
    }
}
