package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.run.Forgetting;
import footfall.run.RunningBroker;
import footfall.screen.SafeText;
import footfall.wire.Channels;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "forget",
        header = "Delete what was sent of a session, a project or a user.",
        description = {
            "Sends a request on the topic lines. The processor then deletes the turns, invocations and summaries "
                    + "of the session, or of all sessions of the project or user, subtracts them from all tallies, "
                    + "and ignores "
                    + "their lines if they are sent again. Lines that are written later count again. For a user, the "
                    + "reports of the user's shippers are deleted too.",
            "Older records on lines, alerts, rejected and undelivered expire with the retention of their topic. A "
                    + "running `relay --otlp` deletes the turns on exported.",
            "Uses the broker of a running `up` with this data folder if no cluster is given. Does not change "
                    + "transcripts. Exit code 1 if nothing was found, or no processor confirms the deletion in time."
        },
        footer = {
            "  footfall topics forget --session 4f2a91c0-77aa-4c5e-9d3b-2b8f6d0c1e55",
            "  footfall topics forget --project shop                           its sessions, however old",
            "  footfall topics forget --me                                     everything of this machine's user",
            "  footfall topics forget --user 5c1d0e9f22b7a431 --yes --config client.properties",
            "  footfall topics forget --session ID --dry-run                   print the request; send nothing"
        })
final class ForgetCommand extends ConsoleCommand {
    private static final int WAIT_S = 60;
    /** Of a user, in the answers that a reader gets. */
    private static final Pattern PSEUDONYM = Pattern.compile("u-[a-z2-7]{10}");

    /** Its options, which it shares with its subcommands. */
    @ParentCommand
    private TopicsCommand topics;

    @Option(names = "--session", paramLabel = "SESSION", description = "The complete ID of the session.")
    private String session;

    @Option(
            names = "--project",
            paramLabel = "PROJECT",
            description = "The project as in the field project of sessions. Deletes each session that has it now, "
                    + "also those that began before tally_retention. Later ones count: exclude the project first.")
    private String project;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "The user as in the field user of turns: by default a pseudonym. A session is deleted as a "
                    + "whole if its main agent or one of its subagents has this user.")
    private String user;

    @Option(names = "--me", description = "The user of this machine, as its shipper names it.")
    private boolean me;

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Print the request and its partitions; send nothing.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for the deletion. 0: do not wait. Default: " + WAIT_S + ".")
    private int waitSeconds = WAIT_S;

    @Override
    public Integer call() throws Exception {
        if (Stream.of(session != null, project != null, user != null, me)
                        .filter(given -> given)
                        .count()
                != 1) {
            throw usage("give exactly one of --session, --project, --user and --me");
        }
        notBlank("--session", session);
        notBlank("--project", project);
        notBlank("--user", user);
        if (user != null && PSEUDONYM.matcher(user).matches()) {
            throw usage(user + " is the pseudonym that readers of the API see; name the user as an admin sees it "
                    + "(serve_admin_token_file), or as in the field user of turns on the topics");
        }
        atLeast(0, "--wait", waitSeconds);
        var settings = topics.settings();
        var name = me ? Forgetting.me(settings) : user;
        var client = client(settings);
        var forgetting = project != null
                ? Forgetting.project(client, settings, project)
                : session == null
                        ? Forgetting.user(client, settings, name)
                        : Forgetting.session(client, settings, session);
        var what = project != null
                ? "project " + project + " (" + count(forgetting.requests(), "session") + ")"
                : session == null ? "user " + name : "session " + session;
        var lines = Channels.LINES.topic(settings.get(SettingKeys.TOPIC_PREFIX));
        if (forgetting.requests() == 0) {
            if (topics.json && !dryRun) {
                JsonOut.printObject(console, forgetting.nothing());
            }
            console.say(SafeText.of(what) + ": nothing was found; 'footfall sessions --json' lists the projects, and "
                    + "with --from those of older sessions");
            return ExitCodes.FAILED;
        } else if (dryRun) {
            return dryRun(forgetting, lines);
        } else if (!yes
                && !isConfirmed("Delete everything of " + what + " from the topics of Kafka at "
                        + client.get("bootstrap.servers") + "? This cannot be undone.")) {
            console.say("nothing was sent");
            return ExitCodes.FAILED;
        }
        return print(forgetting.send(Duration.ofSeconds(waitSeconds)), what, lines);
    }

    /** Of the cluster that is named, else of an {@code up} with the same data folder. */
    private Map<String, String> client(Settings settings) throws CommandFailed {
        var own = new RunningBroker(settings).found();
        return topics.cluster.isGiven() || own.isEmpty() ? topics.cluster.client(settings) : own.get();
    }

    private void notBlank(String option, String value) {
        if (value != null && value.isBlank()) {
            throw usage(option + " must not be empty");
        }
    }

    private boolean isConfirmed(String question) throws IOException {
        if (!console.isErrScreen()) {
            throw usage("nobody can confirm the deletion here; add --yes");
        }
        console.err().print(SafeText.of(question) + " [y/N] ");
        console.err().flush();
        var answer =
                new BufferedReader(new InputStreamReader(console.in().stream(), StandardCharsets.UTF_8)).readLine();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }

    private int dryRun(Forgetting forgetting, String lines) throws Exception {
        var partitions = forgetting.partitions();
        try (var out = console.writer()) {
            for (var bytes : forgetting.values()) {
                var value = new String(bytes, StandardCharsets.UTF_8);
                out.write(
                        topics.json
                                ? value + "\n"
                                : "Would send to " + lines + ", " + partitions(partitions) + ": " + SafeText.of(value)
                                        + "\n");
            }
        }
        return ExitCodes.OK;
    }

    private static String partitions(List<Integer> partitions) {
        return (partitions.size() == 1 ? "partition " : "partitions ")
                + partitions.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private int print(Forgetting.Report report, String what, String lines) throws IOException {
        if (topics.json) {
            JsonOut.printObject(console, report);
        } else {
            try (var out = console.writer()) {
                out.write(text(report, what, lines));
            }
        }
        if (report.shippersKept() != null) {
            console.say("the reports of the user's shippers were not deleted: " + report.shippersKept());
        }
        if (report.remediesKept() != null) {
            console.say("the user's remedies were not deleted: " + report.remediesKept());
        }
        if (!report.confirmed() && waitSeconds > 0) {
            console.say("no processor confirmed the request within " + waitSeconds + " s; it remains on " + lines
                    + " until " + day(report.linesUntil())
                    + ", and takes effect when a processor reads it: start footfall up or footfall stream");
            return ExitCodes.FAILED;
        } else if (report.confirmed() && report.sessions() == 0) {
            console.say(SafeText.of(what) + ": nothing was found"
                    + (session != null
                            ? "; it was deleted before, or the ID is not complete: 'footfall sessions "
                                    + "--json' lists the IDs, and with --from those of older sessions"
                            : project != null
                                    ? "; its sessions were deleted before"
                                    : "; --user expects the name that the topics contain, --me uses that of this "
                                            + "machine's user"));
            return ExitCodes.FAILED;
        }
        return ExitCodes.OK;
    }

    private static String text(Forgetting.Report report, String what, String lines) {
        var sent = "Sent a request to forget " + SafeText.of(what) + " to " + lines + ", "
                + partitions(report.partitions()) + ".\n";
        var deleted = report.confirmed()
                ? "Deleted: " + count(report.sessions(), "session") + ", " + count(report.turns(), "turn") + ", "
                        + count(report.invocations(), "invocation")
                        + ". Patterns, tools, loops, usage and desires follow within seconds.\n"
                : "";
        var reports = report.shippers() == null || report.shippers() == 0
                ? ""
                : "Deleted: the reports of " + count(report.shippers(), "shipper") + ". One that runs reports again.\n";
        return sent + deleted + reports + "Older records expire: on lines until " + day(report.linesUntil())
                + ", on alerts until "
                + day(report.alertsUntil()) + ", on rejected until " + day(report.rejectedUntil())
                + ", on undelivered until " + day(report.undeliveredUntil()) + ".\n"
                + "On exported, a running relay --otlp deletes the turns; others expire until "
                + day(report.exportedUntil()) + ".\n"
                + "Transcripts on disk are unchanged, and lines that are written from now on are sent and counted. To "
                + "exclude a project, add it to projects_exclude.\n";
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static LocalDate day(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
