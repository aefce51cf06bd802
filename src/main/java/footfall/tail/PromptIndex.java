package footfall.tail;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Which session a prompt belongs to, by its uuid: the one that it was first met in. A fork repeats the
 * history of its original, so that a prompt met again elsewhere is a copy. Once named, an owner stays. Holds
 * 64 bits of each uuid, at most {@code PROMPTS_MAX}; the oldest are forgotten first.
 */
public final class PromptIndex {
  private static final int PROMPTS_MAX = 1_000_000;

  private final LinkedHashMap<Long, String> owners = new LinkedHashMap<>();
  private final Map<String, String> sessions = new HashMap<>();

  /** The owner of a prompt when it is another session, else null: then it is this one's from now on. */
  public String ownerOther(String uuid, String session) {
    if (uuid == null) {
      return null;
    }
    var owner = owners.get(hash(uuid));
    if (owner == null) {
      put(hash(uuid), session);
    }
    return owner == null || owner.equals(session) ? null : owner;
  }

  void put(long hash, String session) {
    owners.put(hash, sessions.computeIfAbsent(session, same -> same));
    if (owners.size() > PROMPTS_MAX) {
      var eldest = owners.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  int size() {
    return owners.size();
  }

  void each(BiConsumer<Long, String> prompt) {
    owners.forEach(prompt);
  }

  /** FNV-1a, 64 bits. */
  private static long hash(String uuid) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : uuid.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ b & 0xFF) * 0x100000001b3L;
    }
    return hash;
  }
}
