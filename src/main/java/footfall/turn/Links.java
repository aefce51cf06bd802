package footfall.turn;

import footfall.line.ToolUse;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.FoldRows.Call;
import java.time.Instant;
import java.util.Objects;

/**
 * Links subagents to the calls that run them, and the trails of a session to its project, in any order of
 * arrival.
 */
final class Links {
    private Links() {}

    /** Records a call that may run a subagent. Returns the subagent if it is already known. */
    static String place(FoldCall work, ToolUse use) {
        if (use.id() == null || !ToolUse.runsAgent(use.tool())) {
            return null;
        }
        var key = FoldRows.call(work.id.session(), use.id());
        var call = work.rows.get(key);
        if (call == null || !call.isPlaced()) {
            var linked = call == null ? null : call.linkedAgent();
            work.rows.put(key, new Call(work.id.agent(), work.trail.head.index, linked, use.subagentType()));
            if (linked != null) {
                touchAgentsOf(work, use.id(), work.trail.lastArrival);
            }
            return linked;
        }
        return null;
    }

    /**
     * The call that runs the trail, and that its agents' turns name; null for none that is known. An agent of a run
     * names the run, which is itself an agent of the call.
     */
    static String callOf(Rows rows, TrailId id) {
        var call = id.isMain() ? null : rows.get(FoldRows.parent(id));
        var ofRun = call == null ? null : rows.get(FoldRows.parent(new TrailId(id.session(), call)));
        return ofRun == null ? call : ofRun;
    }

    /**
     * The first agent of a call and the first call of an agent are kept. {@code agent}: a subagent, or the run of
     * several, which name the run in place of the call.
     */
    static void link(FoldCall work, Instant now, String toolUseId, String agent) {
        var callKey = FoldRows.call(work.id.session(), toolUseId);
        var stored = work.rows.get(callKey);
        var call = stored != null && stored.isPlaced() ? stored : placed(work, toolUseId, stored);
        if (call.linkedAgent() == null) {
            call = new Call(call.agent(), call.index(), agent, call.type());
            mark(work, now, call, toolUseId);
        }
        if (!call.equals(stored)) {
            work.rows.put(callKey, call);
            if (stored != null && call.isPlaced() && !stored.isPlaced()) {
                touchAgentsOf(work, toolUseId, now);
            }
        }
        var subagent = new TrailId(work.id.session(), agent);
        if (work.rows.get(FoldRows.parent(subagent)) == null) {
            work.rows.put(FoldRows.parent(subagent), toolUseId);
            scheduleCheck(work, subagent, now);
            if (work.rows.get(FoldRows.call(work.id.session(), agent)) != null) {
                touchAgentsOf(work, agent, now);
            }
        }
    }

    private static Call placed(FoldCall work, String toolUseId, Call stored) {
        var head = work.trail.head;
        var known = stored == null ? Call.UNKNOWN : stored;
        if (head == null || work.rows.get(FoldRows.step(work.id, head.index, toolUseId)) == null) {
            return known;
        }
        return new Call(work.id.agent(), head.index, known.linkedAgent(), known.type());
    }

    /** Sets the step's subagent, if its turn is the current turn of its trail. */
    private static void mark(FoldCall work, Instant now, Call call, String toolUseId) {
        if (!call.isPlaced()) {
            return;
        }
        var owner = new TrailId(work.id.session(), call.agent());
        boolean isOwn = owner.equals(work.id);
        var head = isOwn ? work.trail.head : headOf(work, owner);
        var key = FoldRows.step(owner, call.index(), toolUseId);
        var step = head == null || head.index != call.index() ? null : work.rows.get(key);
        if (step == null || step.result().subagent() != null) {
            return;
        }
        work.rows.put(key, step.linkedTo(call.linkedAgent(), head.emissions));
        if (isOwn) {
            head.dirty = true;
        } else {
            scheduleCheck(work, owner, now);
        }
    }

    private static Head.Edit headOf(FoldCall work, TrailId owner) {
        var trail = work.rows.get(FoldRows.trail(owner));
        return trail == null || trail.head() == null ? null : trail.head().edit();
    }

    /**
     * The first working directory of a trail determines its project; that of the main trail determines the
     * session's.
     */
    static void nameProject(FoldCall work, String project) {
        if (project == null || work.trail.project != null) {
            return;
        }
        work.trail.project = project;
        var head = work.trail.head;
        // A skipped turn was not emitted, so it gets no revision.
        if (head != null
                && !head.isSkipped()
                && (work.id.isMain() || work.rows.get(FoldRows.project(work.id.session())) == null)) {
            head.dirty = true;
            scheduleCheck(work, work.id, work.trail.lastArrival);
        }
        if (work.id.isMain() && work.rows.get(FoldRows.project(work.id.session())) == null) {
            work.rows.put(FoldRows.project(work.id.session()), project);
            work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
                if (!key.trailId().isMain() && !project.equals(trail.project())) {
                    scheduleCheck(work, key.trailId(), work.trail.lastArrival);
                }
            });
        }
    }

    /** The turn of a call, or the call of a run, became known: updates all its agents. */
    private static void touchAgentsOf(FoldCall work, String name, Instant now) {
        work.rows.each(RowKey.all(FoldRows.PARENT, work.id.session()), (key, call) -> {
            if (call.equals(name) || name.equals(callOf(work.rows, key.trailId()))) {
                scheduleCheck(work, key.trailId(), now);
            }
        });
    }

    /** The trail starts again: positions of its calls are read again; links to agents are kept. */
    static void forgetPlaces(FoldCall work) {
        work.rows.each(RowKey.all(FoldRows.CALL, work.id.session()), (key, call) -> {
            if (call.isPlaced() && Objects.equals(call.agent(), work.id.agent())) {
                work.rows.put(key, new Call(null, Call.UNKNOWN.index(), call.linkedAgent(), call.type()));
            }
        });
    }

    /** An expired trail resumes: the project of its session may have expired with its last trail. */
    static void revive(FoldCall work) {
        work.trail.stub = false;
        work.trail.keepsTurns = false;
        if (work.id.isMain() && work.trail.project != null) {
            work.rows.put(FoldRows.project(work.id.session()), work.trail.project);
        }
    }

    /** After a change of values that another trail's emitted turns repeat: checks those turns again soon. */
    private static void scheduleCheck(FoldCall work, TrailId other, Instant now) {
        if (other.equals(work.id)) {
            work.trail.touched = now;
            return;
        }
        var stored = work.rows.get(FoldRows.trail(other));
        if (stored == null || stored.stub()) {
            return;
        }
        var trail = stored.edit();
        trail.touched = now;
        var due = trail.done().due(work.rules.timers());
        if (trail.deadline == null || due.isBefore(trail.deadline)) {
            work.rows.moveDeadline(other, trail.deadline, due);
            trail.deadline = due;
        }
        work.rows.put(FoldRows.trail(other), trail.done());
    }
}
