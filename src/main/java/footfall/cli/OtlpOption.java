package footfall.cli;

import footfall.config.SettingKeys;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --otlp}: a short name of a setting. */
final class OtlpOption {
    @Option(
            names = "--otlp",
            paramLabel = "PORT",
            description = "Take on this port of 127.0.0.1 what Claude Code reports by OTLP: how long calls stood at a "
                    + "question and ran, and what requests cost. For Claude Code set "
                    + "CLAUDE_CODE_ENABLE_TELEMETRY=1 OTEL_LOGS_EXPORTER=otlp OTEL_LOGS_EXPORT_INTERVAL=1000 "
                    + "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:PORT. "
                    + "Same as --set otlp_receiver_port=PORT.")
    private Integer port;

    /** The options of settings, and this one. */
    SettingsOptions addedTo(SettingsOptions options) {
        return port == null ? options : options.with(SettingKeys.OTLP_PORT.name() + "=" + port);
    }

    List<String> asTyped() {
        return port == null ? List.of() : List.of("--otlp", port.toString());
    }
}
