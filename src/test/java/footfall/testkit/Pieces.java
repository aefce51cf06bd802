package footfall.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/** Bytes that are nearly of a format. */
public final class Pieces {
    private Pieces() {}

    /** Up to 30 pieces in UTF-8 one behind the other, of which a tenth is up to 4 bytes of any value. */
    public static Arbitrary<byte[]> joined(Arbitrary<String> pieces) {
        var bytes = pieces.map(piece -> piece.getBytes(StandardCharsets.UTF_8));
        var wild = Arbitraries.bytes().array(byte[].class).ofMaxSize(4);
        return Arbitraries.frequencyOf(Tuple.of(9, bytes), Tuple.of(1, wild))
                .list()
                .ofMaxSize(30)
                .map(Pieces::joined);
    }

    /** One behind the other. */
    public static byte[] joined(List<byte[]> pieces) {
        var out = new ByteArrayOutputStream();
        pieces.forEach(out::writeBytes);
        return out.toByteArray();
    }
}
