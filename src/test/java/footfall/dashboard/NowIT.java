package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the view of open turns keeps while it stays open. No server runs: the test makes the events. */
@Timeout(300)
class NowIT {
    /** The view in the page, its events, and how it is drawn; {@code answer} is what the API answers. */
    private static final String VIEW = """
            const {render} = await import('lit-html');
            let listener;
            const app = {
              api: {get: async (path) => answer(path)},
              events: {subscribe: (types, given) => { listener = given; return () => {}; }},
              update: () => {}, announce: () => {}, filters: () => '', link: () => '#/', linkWith: () => '#/',
            };
            const root = document.querySelector('#app');
            const view = new m.default(app);
            view.open(undefined, view.params);
            const settled = () => new Promise((resolve) => setTimeout(resolve));
            await settled();
            const draw = () => render(view.template(), root);
            const nodes = () => {
              const walker = document.createTreeWalker(root);
              let count = 0;
              while (walker.nextNode()) count++;
              return count;
            };
            const happened = (events) => listener(events.map(([type, data]) => ({type, data, id: ''})));
            """;

    private static ModulePage page;

    @BeforeAll
    static void open() {
        page = ModulePage.open();
    }

    @AfterAll
    static void close() {
        if (page != null) {
            page.close();
        }
    }

    private static String of(String answer, String result) {
        return page.of("views/now", """
                (async () => {
                  const answer = %s;
                  %s
                  try {
                    %s
                  } finally {
                    view.close();
                  }
                })()""".formatted(answer, VIEW, result));
    }

    @Test
    void theOpenTurnsAreShownWhenTheFirstAnswerFailedAndTheSecondCame() {
        assertThat(of("""
                (() => {
                  let asked = 0;
                  const turn = (id) => ({turn_id: id, session_id: 's', length: 0, models: [], tokens: {}});
                  return (path) => {
                    if (path !== 'turns/open') return {items: [], coverage: {complete: true, missing: []}};
                    const items = [turn('s:0'), turn('s:1')];
                    if (asked++ > 0) return {items, coverage: {complete: true, missing: []}};
                    throw Object.assign(new Error('busy'), {name: 'ApiError', title: 'Busy'});
                  };
                })()""", """
                draw();
                const failed = root.querySelectorAll('.now-open .failure').length;
                happened(Array.from({length: 1000}, (none, at) => ['closed', {turn_id: 'x:' + at}]));
                const kept = view.closedMeanwhile?.size ?? 0;
                view.retry();
                await settled();
                draw();
                const shown = root.querySelectorAll('.open-turn').length;
                return [failed, kept, shown, view.closedMeanwhile];""")).isEqualTo("[1,0,2,null]");
    }
}
