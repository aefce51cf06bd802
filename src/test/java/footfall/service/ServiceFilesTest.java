package footfall.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceFilesTest {
    private static final Daemon SERVICE = new Daemon(
            List.of("/opt/my \"tools\"/footfall", "ship", "--config", "/etc/a b/%.properties", "homes=$HOME\\x"),
            Map.of("JAVA_HOME", "/usr/lib/jvm/17 <&>", "FOOTFALL_IDENTITY_USER", "o'k\n"));

    @Test
    void aSystemdUnitQuotesEachWord() {
        assertThat(Daemon.SystemdUnit.text(SERVICE)).isEqualTo("""
            # Written by footfall ship --install; the next --install replaces it, --uninstall deletes it.
            [Unit]
            Description=footfall shipper: sends redacted transcripts to Kafka
            StartLimitIntervalSec=0

            [Service]
            Type=exec
            ExecStart=:"/opt/my \\"tools\\"/footfall" "ship" "--config" "/etc/a b/%%.properties" "homes=$HOME\\\\x"
            Environment="FOOTFALL_IDENTITY_USER=o'k\\x0a"
            Environment="JAVA_HOME=/usr/lib/jvm/17 <&>"
            Restart=on-failure
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
            """);
    }

    @Test
    void aLaunchAgentIsXml() {
        assertThat(Daemon.LaunchAgent.text(SERVICE, "/Users/a/Library/Logs/footfall-ship.log"))
                .isEqualTo("""
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
              <key>Label</key>
              <string>footfall.ship</string>
              <key>ProgramArguments</key>
              <array>
                <string>/opt/my "tools"/footfall</string>
                <string>ship</string>
                <string>--config</string>
                <string>/etc/a b/%.properties</string>
                <string>homes=$HOME\\x</string>
              </array>
              <key>EnvironmentVariables</key>
              <dict>
                <key>FOOTFALL_IDENTITY_USER</key>
                <string>o'k
            </string>
                <key>JAVA_HOME</key>
                <string>/usr/lib/jvm/17 &lt;&amp;&gt;</string>
              </dict>
              <key>RunAtLoad</key>
              <true/>
              <key>KeepAlive</key>
              <dict>
                <key>SuccessfulExit</key>
                <false/>
              </dict>
              <key>ThrottleInterval</key>
              <integer>10</integer>
              <key>ProcessType</key>
              <string>Background</string>
              <key>Umask</key>
              <integer>63</integer>
              <key>StandardErrorPath</key>
              <string>/Users/a/Library/Logs/footfall-ship.log</string>
            </dict>
            </plist>
            """);
    }
}
