package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The parents of lines over lines that mean nothing. */
class ParentChainTest {
    private final ParentChain chain = new ParentChain();

    private static Envelope of(String uuid, String parent) {
        return new Envelope(new SessionId("s1"), null, null, uuid, parent, null, null, null);
    }

    private static Line said(String uuid, String parent) {
        return new Line.Stop(of(uuid, parent));
    }

    private static Line nothing(String uuid, String parent) {
        return new Line.Nothing(of(uuid, parent), "attachment");
    }

    @Test
    void aLineKnowsTheNearestLineThatMeansSomething() {
        assertThat(chain.parent(said("a", null))).isNull();
        assertThat(chain.parent(nothing("b", "a"))).isNull();
        assertThat(chain.parent(said("x", "a")))
                .as("its own parent means something")
                .isNull();
        assertThat(chain.parent(nothing("c", "b"))).isNull();
        assertThat(chain.parent(said("d", "c"))).isEqualTo(Ids.hash("a"));
    }

    @Test
    void theEndsOfChainsAreBounded() {
        for (int i = 0; i < 20; i++) {
            chain.parent(nothing("n" + i, "a"));
        }
        assertThat(chain.parent(said("x", "n3"))).isNull();
        assertThat(chain.parent(said("y", "n4"))).isEqualTo(Ids.hash("a"));
        assertThat(chain.parent(said("z", "n4")))
                .as("an end that a line continued is none any more")
                .isNull();
    }
}
