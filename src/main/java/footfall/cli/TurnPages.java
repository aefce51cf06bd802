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
    private final TimeOrder order;
    private final CoverageReport coverage;

    TurnPages(Answers answers, Selection selection, TimeOrder order, CoverageReport coverage) {
        this.answers = answers;
        this.selection = selection;
        this.order = order;
        this.coverage = coverage;
    }

    @Override
    public Iterator<Turn> iterator() {
        return new Iterator<>() {
            private Answers.Page asked = order.first(PAGE);
            private Answer<Turn> page = read();
            private Iterator<Turn> items = page.items().iterator();
            private int given;

            private Answer<Turn> read() {
                var answer = answers.turns(selection, asked);
                coverage.addPage(answer.coverage());
                return answer;
            }

            @Override
            public boolean hasNext() {
                while (given < order.top() && !items.hasNext() && page.next() != null) {
                    asked = asked.after(page.next());
                    page = read();
                    items = page.items().iterator();
                }
                return given < order.top() && items.hasNext();
            }

            @Override
            public Turn next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                given++;
                return items.next();
            }
        };
    }
}
