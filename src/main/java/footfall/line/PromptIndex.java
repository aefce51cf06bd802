package footfall.line;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps a prompt's uuid to its owner: the first session that claimed it. A fork repeats the history of its
 * original, so a prompt in another session is a copy. Only its owner can release it. Bounded: stores 64 bits of each
 * uuid in two halves, and evicts the older half when the newer one is full (by default 125,000 prompts in
 * each). Works for any line with a uuid. Not thread-safe.
 */
public final class PromptIndex {
    public static final int HALF_MAX = 125_000;

    private static final String NOBODY = "";

    private final int halfMax;
    private HashTable older = new HashTable();
    private HashTable newer = new HashTable();

    public PromptIndex() {
        this(HALF_MAX);
    }

    /** {@code halfMax}: so many of the newest are always known. */
    public PromptIndex(int halfMax) {
        this.halfMax = halfMax;
    }

    /** The owner of a prompt when it is another session, else null. */
    public String ownerOther(String uuid, String session) {
        var owner = uuid == null ? null : owner(hash(uuid));
        return session.equals(owner) ? null : owner;
    }

    /** Makes a session the owner of a prompt, unless it has one. */
    public void claim(String uuid, String session) {
        long hash = hash(uuid);
        if (owner(hash) == null) {
            put(hash, session);
        }
    }

    /** The session does not own the prompt: the next one that claims it does. */
    public void release(String uuid, String session) {
        long hash = hash(uuid);
        if (session.equals(owner(hash))) {
            put(hash, NOBODY);
        }
    }

    private String owner(long hash) {
        var known = newer.get(hash);
        var owner = known == null ? older.get(hash) : known;
        return NOBODY.equals(owner) ? null : owner;
    }

    /** Makes a session the owner. */
    public void put(long hash, String session) {
        if (newer.size == halfMax) {
            older = newer;
            newer = new HashTable();
        }
        newer.put(hash, session);
    }

    public int size() {
        return older.size + newer.size;
    }

    /** By the numbers that {@link #each} tells; one may be there twice. */
    public List<String> sessions() {
        var sessions = new ArrayList<>(older.sessions);
        sessions.addAll(newer.sessions);
        return sessions;
    }

    /** Takes the hash of a prompt, and the number of its session. */
    public interface Prompt {
        void take(long hash, int session);
    }

    /** Those of the older half first, else in no order. */
    public void each(Prompt prompt) {
        older.each(prompt, 0);
        newer.each(prompt, older.sessions.size());
    }

    /** FNV-1a, 64 bits. */
    private static long hash(String uuid) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : uuid.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xFF) * 0x100000001b3L;
        }
        return hash;
    }

    /** Numbers by hash, open addressing: 12 bytes a place, at most two thirds of them taken. */
    private static final class HashTable {
        private static final int PLACES_MIN = 1 << 10;

        private long[] hashes = new long[PLACES_MIN];
        private int[] numbers = new int[PLACES_MIN]; // One more than the number; 0: the place is free.
        private int size;
        private final List<String> sessions = new ArrayList<>();
        private final Map<String, Integer> numbersOfSessions = new HashMap<>();

        /** Null for a hash that it does not have. */
        String get(long hash) {
            int number = numbers[place(hash)];
            return number == 0 ? null : sessions.get(number - 1);
        }

        void put(long hash, String session) {
            if (size * 3 > hashes.length * 2) {
                grow();
            }
            int number = numbersOfSessions.computeIfAbsent(session, name -> {
                sessions.add(name);
                return sessions.size();
            });
            int place = place(hash);
            size += numbers[place] == 0 ? 1 : 0;
            hashes[place] = hash;
            numbers[place] = number;
        }

        /** Where a hash is, or the free place where it would be. */
        private int place(long hash) {
            int mask = hashes.length - 1;
            int place = (int) (hash ^ hash >>> 32) & mask;
            while (numbers[place] != 0 && hashes[place] != hash) {
                place = place + 1 & mask;
            }
            return place;
        }

        private void grow() {
            var old = this.hashes;
            var taken = this.numbers;
            hashes = new long[2 * old.length];
            numbers = new int[2 * old.length];
            for (int i = 0; i < old.length; i++) {
                if (taken[i] != 0) {
                    int place = place(old[i]);
                    hashes[place] = old[i];
                    numbers[place] = taken[i];
                }
            }
        }

        void each(Prompt prompt, int before) {
            for (int i = 0; i < hashes.length; i++) {
                if (numbers[i] != 0) {
                    prompt.take(hashes[i], before + numbers[i] - 1);
                }
            }
        }
    }
}
