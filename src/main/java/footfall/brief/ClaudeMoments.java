package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.Flag;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Source;
import footfall.line.Usage;
import java.util.ArrayList;
import java.util.List;

/**
 * The moments of a claude line. Omits work of subagents in the file of their parent, thinking, injected texts
 * and commands that the user ran without the model.
 */
final class ClaudeMoments implements Line.Cases<Void> {
  private static final String API_ERROR = "ERROR (api_error): ";
  private static final String IMAGE = "[image]";

  private final Anatomy anatomy;
  private final List<Moment> moments = new ArrayList<>(2);

  private ClaudeMoments(Anatomy anatomy) {
    this.anatomy = anatomy;
  }

  static List<Moment> of(Line line, Anatomy anatomy, Source source) {
    var agent = line.envelope().agent();
    var told = new ClaudeMoments(anatomy);
    if (agent == null || agent.equals(source.agent())) {
      line.match(told);
    }
    return told.moments;
  }

  @Override
  public Void prompt(Line.Prompt line) {
    boolean isSaid = "user".equals(anatomy.type());
    var text = anatomy.text();
    moments.add(new Moment.Prompt(!isSaid ? null : text.isEmpty() ? IMAGE : text));
    return null;
  }

  @Override
  public Void assistant(Line.Assistant line) {
    boolean isError = anatomy.has(Flag.API_ERROR);
    if (isError) {
      moments.add(new Moment.Note(API_ERROR + anatomy.text(), null));
    }
    var usage = line.message().usage() == null ? Usage.ZERO : line.message().usage();
    moments.add(new Moment.Saying(line.message().id(), isError ? "" : anatomy.text(), usage));
    var uses = line.toolUses().iterator();
    for (var part : anatomy.parts()) {
      if (part.kind().equals("tool_use")) {
        var use = uses.next();
        var input = part.input() == null ? "null" : PrettyJson.of(part.input());
        moments.add(new Moment.Request(use.tool(), use.id(), input));
      }
    }
    return null;
  }

  @Override
  public Void toolResults(Line.ToolResults line) {
    var results = line.results().iterator();
    for (var part : anatomy.parts()) {
      if (part.kind().equals("tool_result")) {
        var result = results.next();
        var ending = result.outcome() == Outcome.REJECTED ? Moment.Ending.DENIED
            : result.error() == null ? Moment.Ending.OK : Moment.Ending.FAILED;
        var text = part.content() == null ? "" : ResultText.of(part.content());
        moments.add(new Moment.Result(result.toolUseId(), null, ending, BriefText.cut(text,
            BriefText.RESULT_MAX)));
      }
    }
    return null;
  }

  @Override
  public Void interrupt(Line.Interrupt line) {
    moments.add(new Moment.Interrupted(anatomy.text()));
    return null;
  }

  @Override
  public Void stop(Line.Stop line) {
    moments.add(new Moment.Ended());
    return null;
  }

  @Override
  public Void turnDuration(Line.TurnDuration line) {
    moments.add(new Moment.Ended());
    return null;
  }

  @Override
  public Void compaction(Line.Compaction line) {
    return null;
  }

  @Override
  public Void subagentLink(Line.SubagentLink line) {
    return null;
  }

  @Override
  public Void userText(Line.UserText line) {
    return null;
  }

  @Override
  public Void nothing(Line.Nothing line) {
    return null;
  }
}
