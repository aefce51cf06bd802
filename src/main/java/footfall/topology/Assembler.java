package footfall.topology;

import footfall.alert.Alert;
import footfall.alert.AlertRules;
import footfall.alert.OutageAlerts;
import footfall.alert.TurnAlerts;
import footfall.line.Line;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.pattern.Deltas;
import footfall.row.Rows;
import footfall.session.SessionFold;
import footfall.session.SessionRules;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.Tick;
import footfall.turn.TurnFold;
import footfall.wire.FittingSummary;
import footfall.wire.FittingTurn;
import footfall.wire.RejectedLine;
import java.time.Instant;
import java.util.function.Consumer;

/** The folds over lines behind one another: turns, alerts about them, sessions. No Kafka in here. */
final class Assembler {
  private final TurnFold turns;
  private final TurnAlerts alerts;
  private final AlertRules alertRules;
  private final SessionFold sessions;
  private final FittingTurn fitting;
  private final FittingSummary fittingSummary;
  private final SessionFold.State state;
  private final Rows rows;
  private final Outlets out;

  /** Where records go, by their keys; and what is only counted. */
  record Outlets(Forward forward, Consumer<String> count) {}

  /** Takes a record for one of the outlets of {@link Assembly}. */
  interface Forward {
    void to(String outlet, String key, Object value);
  }

  Assembler(TopologySettings settings, RowStore rows, Outlets out) {
    this.turns = new TurnFold(settings.turnRules().watching(settings.alertRules().watch()));
    this.alerts = new TurnAlerts(settings.alertRules());
    this.alertRules = settings.alertRules();
    this.sessions = new SessionFold(new SessionRules(settings.sessionInterval(), settings.turnRules()
        .prices()));
    this.fitting = new FittingTurn(settings.recordBytesMax());
    this.fittingSummary = new FittingSummary(settings.recordBytesMax());
    this.state = new SessionFold.State(rows, rows);
    this.rows = rows;
    this.out = out;
  }

  void line(Arrival arrival, Line line) {
    var admission = turns.line(rows, arrival, line, output -> take(output, arrival.at(), arrival.host()));
    sessions.line(state, arrival, line, admission);
  }

  /** Sends the summary of a session. */
  void summary(SessionId session) {
    var summary = sessions.send(state, session);
    out.forward.to(Assembly.SESSIONS, session.value(), fittingSummary.of(summary));
  }

  void timer(TrailId trail, Tick tick) {
    turns.timer(rows, trail, tick, output -> take(output, tick.now(), null));
  }

  /** The clock was set back below the trail's last arrival: its timers begin again from {@code now}. */
  void setBack(TrailId trail, Instant now) {
    turns.setBack(rows, trail, now);
  }

  void end(TrailId trail, Instant now) {
    turns.end(rows, trail, output -> take(output, now, null));
  }

  private void take(Output output, Instant now, String host) {
    if (output instanceof Output.TurnEmitted emitted) {
      emitted(emitted, now);
    } else if (output instanceof Output.TurnUnchanged same) {
      alerts.closed(rows, same, now, this::alert);
    } else if (output instanceof Output.StepTaken step) {
      alerts.grown(rows, step, now, this::alert);
    } else if (output instanceof Output.StepCompleted step) {
      alerts.completed(rows, step, now, this::alert);
    } else if (output instanceof Output.StillOpen open) {
      alerts.stillOpen(rows, open, now, this::alert);
    } else if (output instanceof Output.StepFailed failed) {
      failed(failed, now);
    } else if (output instanceof Output.Gap gap) {
      var missing = gap.offset() - gap.expected();
      var why = RejectedBytes.Reason.GAP;
      var row = new RejectedLine(gap.file().toString(), gap.expected(), missing, why, host);
      out.forward.to(Assembly.REJECTED, row.fileId(), row);
      out.count.accept("gaps");
    } else if (output instanceof Output.Expired expired) {
      alerts.forget(rows, expired.trail());
      sessions.expired(rows, expired.trail(), expired.isGone());
      out.count.accept("trails-expired");
    } else if (output instanceof Output.StartedOver again) {
      alerts.forget(rows, again.trail());
      sessions.startedOver(state, again.trail());
    } else if (output instanceof Output.Pooled pooled) {
      out.count.accept(pooled.names().word());
    } else if (output instanceof Output.Ignored ignored) {
      out.count.accept(ignored.reason().word());
    }
  }

  private void emitted(Output.TurnEmitted emitted, Instant now) {
    var turn = emitted.turn();
    out.forward.to(Assembly.TURNS, turn.id().turnId(), fitting.of(turn));
    for (var row : emitted.invocations()) {
      out.forward.to(Assembly.INVOCATIONS, row.turnId() + "/" + row.turnSequence(), row);
    }
    alerts.closed(rows, emitted, now, this::alert);
    for (var delta : Deltas.of(turn.id().turnId(), turn.id().sessionId(), emitted.before(), emitted
        .after())) {
      out.forward.to(Assembly.DELTAS, delta.subject().key(), delta.bytes());
    }
  }

  private void failed(Output.StepFailed failed, Instant now) {
    if (OutageAlerts.isNews(failed, now, alertRules)) {
      for (var subject : OutageAlerts.subjects(failed.tool())) {
        out.forward.to(Assembly.DELTAS, TallyFold.failing(subject), TallyFold.FAILED);
      }
    }
  }

  private void alert(Alert alert) {
    out.forward.to(Assembly.ALERTS, alert.sessionId(), alert);
  }
}
