package footfall.turn;

import java.util.function.Consumer;

/** What one call of the fold works on. */
final class Work {
  final TurnRules rules;
  final Rows rows;
  final TrailId id;
  final Trail.Edit trail;
  final Consumer<Output> out;

  /** What is the same for all trails. */
  record Around(TurnRules rules, Rows rows, Consumer<Output> out) {}

  Work(Around around, TrailId id, Trail.Edit trail) {
    this.rules = around.rules;
    this.rows = around.rows;
    this.id = id;
    this.trail = trail;
    this.out = around.out;
  }

  void ignored(Output.Ignored.Reason reason) {
    out.accept(new Output.Ignored(reason));
  }
}
