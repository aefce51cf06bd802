package footfall.topology;

import java.util.Arrays;
import java.util.Random;

/** Bytes with some changes, at times cut off. */
final class Damage {
    private Damage() {}

    static byte[] damaged(Random random, byte[] bytes) {
        var copy = bytes.clone();
        for (int i = random.nextInt(3); i > 0 && copy.length > 0; i--) {
            copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(copy, random.nextInt(copy.length + 1)) : copy;
    }
}
