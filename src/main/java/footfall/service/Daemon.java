package footfall.service;

import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A command that runs as a service of its user: the words of the command, and its environment variables. */
public record Daemon(List<String> command, Map<String, String> environment) {
    public Daemon {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }

    /** The text of a systemd user unit; see systemd.service(5) and systemd.exec(5). */
    public static final class SystemdUnit {
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

    /** The text of a launchd agent; see launchd.plist(5). */
    public static final class LaunchAgent {
        public static final String LABEL = "footfall.ship";

        private static final int UMASK = 0077;
        private static final int THROTTLE_SECONDS = 10;

        private final XMLStreamWriter xml;
        private int depth;

        private LaunchAgent(XMLStreamWriter xml) {
            this.xml = xml;
        }

        /** {@code log}: the file for messages. */
        public static String text(Daemon daemon, String log) {
            var text = new StringWriter();
            try {
                new LaunchAgent(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text)).write(daemon, log);
            } catch (XMLStreamException impossible) {
                throw new IllegalStateException("a string cannot be written to", impossible);
            }
            return text + "\n";
        }

        private void write(Daemon daemon, String log) throws XMLStreamException {
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeDTD("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                    + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">");
            xml.writeCharacters("\n");
            xml.writeStartElement("plist");
            xml.writeAttribute("version", "1.0");
            start("dict");
            entry("Label", "string", LABEL);
            array("ProgramArguments", daemon.command());
            element("key", "EnvironmentVariables");
            start("dict");
            for (var variable : daemon.environment().entrySet()) {
                entry(variable.getKey(), "string", variable.getValue());
            }
            end();
            flag("RunAtLoad", true);
            element("key", "KeepAlive");
            start("dict");
            flag("SuccessfulExit", false);
            end();
            entry("ThrottleInterval", "integer", Integer.toString(THROTTLE_SECONDS));
            entry("ProcessType", "string", "Background");
            entry("Umask", "integer", Integer.toString(UMASK));
            entry("StandardErrorPath", "string", log);
            end();
            line();
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        }

        private void array(String key, List<String> values) throws XMLStreamException {
            element("key", key);
            start("array");
            for (var value : values) {
                element("string", value);
            }
            end();
        }

        private void entry(String key, String type, String value) throws XMLStreamException {
            element("key", key);
            element(type, value);
        }

        private void flag(String key, boolean value) throws XMLStreamException {
            element("key", key);
            line();
            xml.writeEmptyElement(Boolean.toString(value));
        }

        private void element(String name, String text) throws XMLStreamException {
            line();
            xml.writeStartElement(name);
            xml.writeCharacters(text);
            xml.writeEndElement();
        }

        private void start(String name) throws XMLStreamException {
            line();
            xml.writeStartElement(name);
            depth++;
        }

        private void end() throws XMLStreamException {
            depth--;
            line();
            xml.writeEndElement();
        }

        private void line() throws XMLStreamException {
            xml.writeCharacters("\n" + "  ".repeat(depth));
        }
    }
}
