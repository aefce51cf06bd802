package footfall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which package may import which, in the order of the data's flow. The one place where this is said:
 * {@code topology-docs/develop/packages.md} is written from it, bytecode and source are held to it.
 */
final class PackageTable {
    /** What is pure: knows neither Kafka, logging, files, network nor a clock. */
    static final Set<String> NOUNS = Set.of(
            "line",
            "row",
            "loop",
            "turn",
            "pattern",
            "desire",
            "alert",
            "call",
            "session",
            "eventlog",
            "brief",
            "shipper");

    static final Set<String> PURE = union(NOUNS, "scan", "reader", "picture", "redact", "service", "view", "screen");
    static final Map<String, Set<String>> MAY_IMPORT = mayImport();

    private static final String JSON_STREAM = "com.fasterxml.jackson.core";
    private static final String JSON = "com.fasterxml.jackson";
    private static final String LOG = "org.slf4j";

    /** Libraries beside the JDK's own, by the beginning of the name; a package that is not here uses none. */
    static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("call", Set.of(JSON_STREAM, "com.fasterxml.jackson.dataformat.yaml", "org.apache.commons.csv")),
            Map.entry(
                    "desire",
                    Set.of("org.apache.commons.statistics.inference", "org.apache.commons.statistics.interval")),
            Map.entry("brief", Set.of(JSON_STREAM)),
            Map.entry("eventlog", Set.of(JSON_STREAM, "org.apache.commons.csv")),
            Map.entry("picture", Set.of("org.eclipse.elk")),
            Map.entry("folder", Set.of("net.jpountz", "com.github.luben.zstd")),
            Map.entry("tail", Set.of("com.github.luben.zstd", "org.sqlite", LOG)),
            Map.entry("row", Set.of(JSON)),
            Map.entry("wire", Set.of(JSON, "org.apache.kafka.common")),
            Map.entry("ship", Set.of("org.apache.kafka.clients", "org.apache.kafka.common", LOG)),
            Map.entry(
                    "topology",
                    Set.of(
                            "org.apache.kafka.streams",
                            "org.apache.kafka.clients",
                            "org.apache.kafka.common",
                            "org.rocksdb",
                            "io.micrometer.core",
                            LOG)),
            Map.entry("screen", Set.of("org.jline.utils")),
            Map.entry("ask", Set.of(JSON)),
            Map.entry(
                    "broker",
                    Set.of(
                            "org.apache.kafka.clients.admin",
                            "org.apache.kafka.common",
                            "org.apache.kafka.metadata",
                            "org.apache.kafka.raft",
                            "org.apache.kafka.server",
                            "kafka.server",
                            LOG)),
            Map.entry(
                    "serve",
                    Set.of(
                            "io.undertow",
                            "org.xnio",
                            "io.micrometer",
                            "com.google.protobuf",
                            "io.opentelemetry.proto",
                            "io.github.bucket4j",
                            "com.github.benmanes.caffeine",
                            JSON)),
            Map.entry("feed", Set.of("org.apache.kafka.clients", "org.apache.kafka.common")),
            Map.entry("connect", Set.of("org.apache.kafka.connect", "org.apache.kafka.common", JSON)),
            Map.entry(
                    "relay",
                    Set.of(
                            "com.google.protobuf",
                            "dev.failsafe",
                            "io.opentelemetry.proto",
                            "org.apache.kafka.clients",
                            "org.apache.kafka.common",
                            JSON)),
            Map.entry("report", Set.of("com.google.re2j")),
            Map.entry("config", Set.of("org.tomlj")),
            Map.entry("run", Set.of(JSON, LOG)),
            Map.entry(
                    "cli",
                    Set.of("picocli", "me.tongfei.progressbar", "org.jline", "org.apache.commons.csv", LOG, JSON)));

    static final Map<String, String> DUTY = duties();

    private PackageTable() {}

    /** The text of {@code topology-docs/develop/packages.md}. */
    static String asMarkdown() {
        var rows = MAY_IMPORT.keySet().stream().map(PackageTable::row).collect(Collectors.joining("\n"));
        return """
        # Packages

        A package is named after the type it emits, and imports only packages upstream of
        it, so the import graph is the data flow. `ArchitectureTest` generates this page
        from the table that it enforces; `mvn test -Dfootfall.accept` updates it.

        | package | purpose | may import | libraries |
        |---|---|---|---|
        %s

        These packages are pure (no Kafka, logging, files, network or clock): %s.
        """.formatted(rows, listed(PURE));
    }

    private static String row(String name) {
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        name,
                        DUTY.get(name),
                        listed(MAY_IMPORT.get(name)),
                        listed(MAY_USE.getOrDefault(name, Set.of())));
    }

    private static String listed(Set<String> names) {
        return names.isEmpty() ? "-" : String.join(", ", new TreeSet<>(names));
    }

    private static Map<String, Set<String>> mayImport() {
        var table = new LinkedHashMap<String, Set<String>>();
        table.put("scan", Set.of());
        table.put("line", Set.of("scan"));
        table.put("row", Set.of("line"));
        table.put("loop", Set.of("line"));
        table.put("turn", Set.of("line", "row", "loop"));
        table.put("pattern", Set.of("line", "row", "loop", "turn"));
        table.put("desire", Set.of("line", "loop", "turn", "pattern"));
        table.put("alert", Set.of("line", "row", "turn"));
        table.put("call", Set.of("line"));
        table.put("session", Set.of("line", "row", "turn", "call"));
        table.put("shipper", Set.of("turn", "line"));
        table.put("eventlog", Set.of("line", "turn"));
        table.put("picture", Set.of("line", "turn", "eventlog"));
        table.put("brief", Set.of("scan", "line"));
        table.put("reader", Set.of("scan", "line", "call", "brief"));
        table.put("redact", Set.of("scan", "line"));
        table.put("folder", Set.of());
        table.put("tail", Set.of("line", "folder"));
        table.put("wire", union(NOUNS, "redact", "scan"));
        table.put("ship", Set.of("tail", "redact", "line", "shipper", "desire", "wire", "folder"));
        table.put("view", NOUNS);
        table.put("report", union(NOUNS, "folder", "redact", "tail", "view"));
        table.put("service", Set.of());
        table.put("screen", union(NOUNS, "view"));
        table.put("topology", union(NOUNS, "wire", "view", "folder"));
        table.put("ask", union(NOUNS, "scan", "wire", "view"));
        table.put("broker", Set.of("wire", "folder"));
        table.put("serve", union(NOUNS, "picture", "view", "wire", "ask", "folder"));
        table.put("feed", union(NOUNS, "wire", "view"));
        table.put("relay", union(NOUNS, "wire", "view", "screen"));
        table.put("config", upstreamOf(table));
        table.put("run", upstreamOf(table));
        table.put(
                "cli",
                union(
                        NOUNS, "picture", "redact", "relay", "report", "ask", "run", "view", "screen", "config", "wire",
                        "tail", "folder"));
        table.put("connect", union(NOUNS, "wire"));
        return table;
    }

    private static Map<String, String> duties() {
        var duties = Stream.of("""
        scan: the places and values of JSON fields in bytes; nothing is decoded that is not asked for
        line: one transcript line as a sealed value, `Line`: the events; what the readers of agents have in common
        row: stored rows: keys, kinds, and the bytes of their values with versions
        loop: the paths inside a turn: loops, returns to files, recoveries from failures
        turn: folds lines into turns; emits `Turn` and its steps
        pattern: the shape of a turn, and tallies of patterns and tools
        desire: what agents struggle with: long patterns that repeat, failures by category
        alert: problems that need attention while the turn runs
        call: tool calls with their inputs, from local files: errors, usage rows, permission rules
        session: the report on one session
        shipper: who sends transcripts, how far behind, and since when nothing was heard of whom
        eventlog: turns as a process-mining event log: CSV, XES, OCEL, directly-follows graph
        picture: graphs as SVG pictures, laid out by a library
        brief: a transcript as text for a summarizer
        reader: one package below it for each agent: its files, lines and words; nothing outside names their types
        redact: turns a raw line into a redacted one; only redacted lines leave the machine
        folder: a data folder: closed to other users, locked by one process
        tail: watches directories, reads appended bytes
        wire: every topic as a channel with its serdes; schemas from the records
        ship: tail, redact, send, keep the checkpoint, which advances after the acknowledgement
        view: queries on running state, and the types of their results
        report: queries on transcript files of this machine, with no running process and no stored state
        service: the files that make a command a service of its user: systemd unit, launchd agent
        screen: terminal output as lines of text: a turn's timeline, the live view
        topology: the only package that knows Kafka Streams: shells around the folds
        ask: answers of other processes over HTTP: of the instances of a topology, gathered with a deadline
        broker: the embedded broker, its directory, creation of topics
        serve: answers over HTTP: the API, the dashboard, metrics, health, behind checks of rate, host, method and token
        feed: turns, alerts, desires and open turns as events, read once for all subscribers; reports of shippers
        relay: sends alerts and turns to systems that are not Kafka: formats, retries, dead letters
        config: reads settings from file, environment and flags; reports all mistakes at once
        run: builds all components, starts them in order, closes them in reverse; reads the wall clock
        cli: the commands: parse arguments, call `report` or `run`, print
        connect: the converter that gives Kafka Connect typed records; a plugin of its worker
        """.split("\n"));
        return duties.map(duty -> duty.split(": ", 2)).collect(Collectors.toMap(duty -> duty[0], duty -> duty[1]));
    }

    private static Set<String> upstreamOf(Map<String, Set<String>> table) {
        return Set.copyOf(table.keySet());
    }

    private static Set<String> union(Set<String> some, String... more) {
        var all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return Set.copyOf(all);
    }
}
