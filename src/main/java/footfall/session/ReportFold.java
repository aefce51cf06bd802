package footfall.session;

import footfall.call.CallDetail;
import footfall.call.Words;
import footfall.line.Line;
import footfall.line.RateLimits;
import footfall.line.Source;
import footfall.turn.Cost;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Folds the lines of one session, from its main files and its subagents' files, into a {@link SessionReport}.
 * Every call counts once: the main agent's in the report, all others in their subagent. Memory is bounded by
 * the {@link SessionReport.ReportLimits}, except for the number of subagents.
 */
public final class ReportFold {
    private static final int PREVIEW_MAX = 80;
    private static final int DESCRIPTION_MAX = 200;

    private final Prices prices;
    private final SessionReport.ReportLimits limits;
    private final String fileSession;
    private final String ownAgent;
    private final AgentTally.Room room;
    private final AgentTally main;
    private final AgentLinks links = new AgentLinks();
    private final Map<String, AgentTally> subagents = new LinkedHashMap<>();
    private String session;
    private String slug;
    private String permissionMode;
    private String thinkingLevel;
    private SessionCounters counters;
    private Booked booked = Booked.NOTHING;
    private RateLimits rateLimits;
    private boolean isBegun;
    private Times times = Times.NONE;
    private Times subagentTimes = Times.NONE;

    /**
     * The session from the file's name; and the agent, when the report is on a subagent's own file, which then
     * is the main agent; else null.
     */
    public record Named(String session, String agent) {}

    public ReportFold(Named file, Prices prices, SessionReport.ReportLimits limits) {
        this.fileSession = file.session();
        this.ownAgent = file.agent();
        this.prices = prices;
        this.limits = limits;
        this.room = new AgentTally.Room(limits);
        this.main = new AgentTally(limits, room, prices, false);
    }

    /** Adds a line of a main file. */
    public void main(ReportLine line) {
        slug = slug == null ? line.marks().slug() : slug;
        permissionMode = line.marks().permissionMode() == null
                ? permissionMode
                : line.marks().permissionMode();
        thinkingLevel = line.marks().thinkingLevel() == null
                ? thinkingLevel
                : line.marks().thinkingLevel();
        name(line.line());
        add(line);
    }

    /** The session from the file's name, if a line names it; else the first that a line names. */
    private void name(Line line) {
        var named = line.envelope().session().value();
        boolean names = !(line instanceof Line.Nothing); // Others may lack an ID.
        if (names && (session == null || named.equals(fileSession))) {
            session = named;
        }
    }

    /** Adds a line of a subagent's file, whose source may name the call that runs the subagent. */
    public void subagent(Source file, ReportLine line) {
        if (file.call() != null && file.agent() != null) {
            links.link(file.call(), file.agent());
        }
        add(line);
    }

    private void add(ReportLine line) {
        links.add(line);
        boolean isMain = Objects.equals(line.line().envelope().agent(), ownAgent);
        var tally = main;
        if (isMain) {
            times = times.including(times(line.line()));
        } else {
            subagentTimes = subagentTimes.including(times(line.line()));
            var agent = line.line().envelope().agent();
            tally = subagents.computeIfAbsent(
                    agent == null ? "main" : agent, none -> new AgentTally(limits, room, prices, true));
        }
        tally.add(line);
        if (!(line.line() instanceof Line.Nothing)) {
            count(line, tally.change);
            isBegun |= isMain;
        }
    }

    private void count(ReportLine line, MessageChange change) {
        var at = line.line().envelope().at();
        var place = new SessionCounters.Place(
                line.dialect().isMeteredByFiles(),
                at == null ? times.end() : at,
                change,
                !isBegun,
                line.copyOf() != null);
        var step = SessionCounters.step(counters, line.line(), place, new Metering(prices, TurnRules.UsageTimes.HOURS));
        counters = step.counters();
        rateLimits = place.isCopy() ? rateLimits : SessionLimits.after(rateLimits, line.line());
        booked = booked.plus(step.booked(), TurnRules.UsageTimes.HOURS);
    }

    /** A line without effect is not shipped, so a summary does not include its time either. */
    private static Times times(Line line) {
        return Times.of(line instanceof Line.Nothing ? null : line.envelope().at());
    }

    /** The file ended: its messages get no more lines, and their state is deleted. */
    public void settle() {
        main.spent.settle();
        subagents.values().forEach(agent -> agent.spent.settle());
    }

    /** What the report omits because of its limits. */
    public record Omitted(long toolCalls, long userTurns, long pathCalls, long commandCalls) {
        public boolean isNothing() {
            return toolCalls + userTurns + pathCalls + commandCalls == 0;
        }
    }

    public Omitted omitted() {
        return new Omitted(
                limits.callsMax() > 0 ? room.callsOmitted : 0,
                limits.userTurnsMax() > 0 ? room.userTurnsOmitted : 0,
                limits.pathsMax() > 0 ? main.calls.pathsOmitted() : 0,
                limits.commandsMax() > 0 ? main.calls.commandsOmitted() : 0);
    }

    /** The report on the lines so far; without lists if the limits allow no entries. */
    public SessionReport report() {
        boolean listed = limits.callsMax() > 0;
        var used = booked.addedTo(main.spent.parts());
        var models = SessionSummary.Models.of(used);
        var cost = Cost.of(used, prices);
        var time = times.orOf(List.of(subagentTimes));
        return new SessionReport(
                session == null ? fileSession : session,
                slug,
                project(),
                product().agent(),
                product().agentVersion(),
                main.firstPrompt,
                Words.preview(main.firstPrompt, PREVIEW_MAX),
                main.turns,
                main.prompts,
                time.start(),
                time.end(),
                models.model(),
                models.modelsUsed(),
                main.calls.total(),
                main.calls.tools(),
                main.calls.extensions(),
                limits.pathsMax() > 0 ? main.calls.paths() : null,
                limits.commandsMax() > 0 ? main.calls.commands() : null,
                main.calls.categories(),
                listed ? List.copyOf(main.listed) : null,
                limits.userTurnsMax() > 0 ? List.copyOf(main.userTurns) : null,
                main.interrupts,
                main.compactions,
                Tokens.ofReported(ModelUsage.total(used)),
                main.activeMs,
                main.activeMs
                        + subagents.values().stream()
                                .mapToLong(agent -> agent.activeMs)
                                .sum(),
                permissionMode,
                thinkingLevel,
                main.errors,
                main.successes,
                cost.usd(),
                cost.unpriced(),
                bill(),
                booked.rows(prices),
                rateLimits,
                subagents(listed),
                main.copyOf);
    }

    private SessionBill bill() {
        var messages = agents().flatMap(agent -> agent.spent.parts().stream()).toList();
        var own = counters == null || counters.totals().isEmpty() ? null : counters.own();
        return SessionBill.of(booked.addedTo(messages), own, prices);
    }

    private Stream<AgentTally> agents() {
        return Stream.concat(Stream.of(main), new TreeMap<>(subagents).values().stream());
    }

    private Turn.Product product() {
        return agents().map(agent -> agent.product)
                .filter(product -> product.agent() != null)
                .findFirst()
                .orElse(main.product);
    }

    /** From the main agent's lines, else from the first subagent (by ID) that names it. */
    private String project() {
        return agents().map(agent -> agent.project)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** In the order of their links, then those without a link; an agent without calls is omitted. */
    private List<SessionReport.Subagent> subagents(boolean listed) {
        var order = new LinkedHashSet<>(links.agents());
        order.addAll(subagents.keySet());
        var all = new ArrayList<SessionReport.Subagent>();
        for (var id : order) {
            var agent = subagents.get(id);
            if (agent != null && agent.calls.total() > 0) {
                all.add(subagent(id, agent, listed));
            }
        }
        return all;
    }

    private SessionReport.Subagent subagent(String id, AgentTally agent, boolean listed) {
        var call = links.callOf(id);
        return new SessionReport.Subagent(
                id,
                call.map(made -> made.type()).orElse(null),
                call.map(made -> made.description()).orElse(null),
                Words.cut(agent.firstText, DESCRIPTION_MAX),
                agent.calls.total(),
                agent.calls.tools(),
                listed ? List.copyOf(agent.listed) : null,
                agent.activeMs);
    }

    /**
     * Links calls to the subagents they run, as in turns and summaries: an agent keeps its first call, even if a
     * later call names it. A call keeps the first data on its agent. Only the first {@code CALLS_MAX} are linked.
     */
    private static final class AgentLinks {
        private static final int CALLS_MAX = 20_000;

        private final Map<String, CallDetail.Subagent> calls = new LinkedHashMap<>();
        private final Map<String, String> callByAgent = new LinkedHashMap<>();

        void add(ReportLine line) {
            for (var call : line.calls()) {
                if (call.subagent() != null && call.toolUseId() != null && calls.size() < CALLS_MAX) {
                    calls.merge(call.toolUseId(), call.subagent(), AgentLinks::first);
                }
            }
            if (line.line() instanceof Line.SubagentLink link) {
                if (line.started() != null && calls.size() < CALLS_MAX) {
                    calls.merge(link.toolUseId(), line.started(), AgentLinks::first);
                }
                link(link.toolUseId(), link.linkedAgent());
            } else if (line.line() instanceof Line.ToolResults results && results.linkedAgent() != null) {
                link(results.results().get(0).toolUseId(), results.linkedAgent());
            }
        }

        void link(String call, String agent) {
            if (call != null && callByAgent.size() < CALLS_MAX) {
                callByAgent.putIfAbsent(agent, call);
            }
        }

        private static CallDetail.Subagent first(CallDetail.Subagent first, CallDetail.Subagent later) {
            return new CallDetail.Subagent(
                    first.type() == null ? later.type() : first.type(),
                    first.description() == null ? later.description() : first.description());
        }

        /** The agents that calls run, in the order of the links. */
        List<String> agents() {
            return List.copyOf(callByAgent.keySet());
        }

        /** The description from the agent's call; in stream output an agent is identified by its call. */
        Optional<CallDetail.Subagent> callOf(String agent) {
            return Optional.ofNullable(calls.get(callByAgent.getOrDefault(agent, agent)));
        }
    }
}
