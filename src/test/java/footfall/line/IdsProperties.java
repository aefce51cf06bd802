package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

class IdsProperties {
    @Property
    void aShortenedIdStandsForTheSameLine(@ForAll @StringLength(max = 300) String id) {
        var shortened = Ids.shortened(id);
        assertThat(shortened.length()).isLessThanOrEqualTo(16);
        assertThat(Ids.shortened(shortened)).isEqualTo(shortened);
        assertThat(Ids.hash(shortened)).isEqualTo(Ids.hash(Ids.bounded(id)));
    }
}
