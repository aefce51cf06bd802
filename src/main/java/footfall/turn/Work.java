package footfall.turn;

import java.util.function.Consumer;

/** What one call of the fold works on. */
final class Work {
  final TurnRules rules;
  final Rows rows;
  final TrailId id;
  final Trail.Edit trail;
  final Consumer<Output> out;

  Work(TurnRules rules, Rows rows, TrailId id, Trail.Edit trail, Consumer<Output> out) {
    this.rules = rules;
    this.rows = rows;
    this.id = id;
    this.trail = trail;
    this.out = out;
  }

  void ignored(Output.Ignored.Reason reason) {
    out.accept(new Output.Ignored(reason));
  }
}
