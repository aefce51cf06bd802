package footfall.serve;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import footfall.pattern.Pattern;
import footfall.view.Answer;
import footfall.view.Selection;

/** A pattern with the ID under which its turns can be asked for. */
record IdentifiedPattern(String id, @JsonUnwrapped Pattern pattern) {
    static Answer<IdentifiedPattern> of(Answer<Pattern> answer) {
        var items = answer.items().stream()
                .map(one -> new IdentifiedPattern(Selection.patternId(one.pattern()), one))
                .toList();
        return answer.with(items);
    }
}
