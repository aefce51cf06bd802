package footfall.service;

import java.util.stream.Collectors;

/** The text of a systemd user unit; see systemd.service(5) and systemd.exec(5). */
public final class SystemdUnit {
    public static final String NAME = "footfall-ship.service";

    private SystemdUnit() {}

    /**
     * Exit code 2 is wrong usage, which a restart does not correct; 143 is the answer to SIGTERM. The colon
     * before the command turns off the substitution of {@code $}.
     */
    public static String text(Daemon daemon) {
        var command = daemon.command().stream().map(SystemdUnit::quoted).collect(Collectors.joining(" "));
        var environment = daemon.environment().entrySet().stream()
                .map(entry -> "Environment=" + quoted(entry.getKey() + "=" + entry.getValue()) + "\n")
                .collect(Collectors.joining());
        return """
            # Written by footfall ship --install; the next --install replaces it, --uninstall deletes it.
            [Unit]
            Description=footfall shipper: sends redacted transcripts to Kafka
            StartLimitIntervalSec=0

            [Service]
            Type=exec
            ExecStart=:%s
            %sRestart=on-failure
            RestartSec=10s
            RestartPreventExitStatus=2
            SuccessExitStatus=143
            UMask=0077
            NoNewPrivileges=yes
            LockPersonality=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes

            [Install]
            WantedBy=default.target
            """.formatted(command, environment);
    }

    /** One word: systemd reads C escapes in quotes, and {@code %} starts a specifier. */
    private static String quoted(String word) {
        return word.codePoints().mapToObj(SystemdUnit::escaped).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int c) {
        return switch (c) {
            case '"', '\\' -> "\\" + (char) c;
            case '%' -> "%%";
            default -> c < ' ' || c == 0x7F ? "\\x%02x".formatted(c) : Character.toString(c);
        };
    }
}
