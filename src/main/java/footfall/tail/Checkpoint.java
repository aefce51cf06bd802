package footfall.tail;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a shipper knows of a cluster after everything was acknowledged that it says: how far each file is, the
 * generation of each name that has more than one, and whose each prompt is. {@code target} names the cluster
 * and the topics; a checkpoint of another target means nothing.
 */
public record Checkpoint(
    String target, Map<Path, Cursor> cursors, Map<String, Integer> generations, PromptIndex prompts) {
  public static Checkpoint empty(String target) {
    return new Checkpoint(target, new LinkedHashMap<>(), new LinkedHashMap<>(), new PromptIndex());
  }
}
