package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the view of people and agents asks the processor for. No server runs: the test makes the answers and events. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class TeamModuleIT {
    private static ModulePage page;

    @BeforeAll
    static void open(ModulePage opened) {
        page = opened;
    }

    @Test
    void theFiguresAreReadAgainAfterTheirAnswerAndNotWhileItIsMissing() {
        assertThat(page.of("views/team", """
                (async () => {
                  let listener;
                  let answers = [];
                  const asked = [];
                  const app = {
                    api: {get: (path) => new Promise((resolve) => {
                      asked.push(path);
                      answers.push(() => resolve({rows: [], items: [], total: {}, coverage: {complete: true}}));
                    })},
                    events: {subscribe: (types, given) => { listener = given; return () => {}; }},
                    update: () => {}, announce: () => {},
                  };
                  const timers = [];
                  const waits = window.setTimeout;
                  window.setTimeout = (run, ms) => timers.push([run, ms]);
                  try {
                    const view = new m.default(app);
                    view.open(undefined, view.params);
                    const usage = () => asked.filter((path) => path === 'usage').length;
                    const events = () => { listener([{type: 'turn', data: {}}]); return timers.length; };
                    const whileMissing = [events(), events(), usage()];
                    answers.splice(0).forEach((answer) => answer());
                    await new Promise((resolve) => waits(resolve, 20));
                    const after = [timers.length, timers[0]?.[1] >= 5_000, usage()];
                    timers.splice(0).forEach(([run]) => run());
                    return [whileMissing, after, usage(), events()];
                  } finally {
                    window.setTimeout = waits;
                  }
                })()""")).isEqualTo("[[0,0,2],[1,true,2],4,0]");
    }
}
