package footfall.cli;

import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Selection;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Selected turns in order, read page by page, so that memory holds one page. */
final class TurnPages implements Iterable<Turn> {
    private static final int PAGE = 100;

    private final Answers answers;
    private final Selection selection;
    private final CoverageReport coverage;

    TurnPages(Answers answers, Selection selection, CoverageReport coverage) {
        this.answers = answers;
        this.selection = selection;
        this.coverage = coverage;
    }

    @Override
    public Iterator<Turn> iterator() {
        return new Iterator<>() {
            private Answer<Turn> page = read(null);
            private Iterator<Turn> items = page.items().iterator();

            private Answer<Turn> read(Answers.Page next) {
                var answer = answers.turns(selection, next == null ? new Answers.Page(null, PAGE) : next);
                coverage.add(answer.coverage().missing(), answer.coverage().stale());
                return answer;
            }

            @Override
            public boolean hasNext() {
                while (!items.hasNext() && page.next() != null) {
                    page = read(new Answers.Page(page.next(), PAGE));
                    items = page.items().iterator();
                }
                return items.hasNext();
            }

            @Override
            public Turn next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return items.next();
            }
        };
    }
}
