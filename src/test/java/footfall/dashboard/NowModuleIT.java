package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the view of open turns keeps while it stays open. No server runs: the test makes the events. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class NowModuleIT {
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
    static void open(ModulePage opened) {
        page = opened;
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
    void aViewThatStaysOpenKeepsAndDrawsNoMoreAfterTwentyThousandEvents() {
        assertThat(of("() => ({items: [], coverage: {complete: true, missing: []}})", """
                let at = 0;
                const some = (count) => {
                  for (const end = at + count; at < end; at++) {
                    const turn = {turn_id: `s${at}:0`, session_id: 's' + at, length: 3, failures: 1,
                      models: [], tokens: {}, pattern: 'Read → Edit{2+}',
                      started_at: new Date(at).toISOString(), state: 'raised',
                      last_steps: ['Read', 'Edit', 'Edit'].map((tool, sequence) => ({tool, sequence, outcome: 'ok'}))};
                    const alert = {...turn, alert_id: 'a' + at, level: 1, kind: 'length', threshold: 3,
                      raised_at: turn.started_at};
                    happened([['open', turn], ['alert', alert], ['turn', {...turn, turn_id: 'c:' + at}]]);
                    if (at % 50 === 0) draw();
                  }
                  return [view.open_.size, view.alerts.size, view.feed.length, nodes()];
                };
                const [many, more] = [some(5_000), some(2_000)];
                for (let one = 0; one < at; one++) happened([['closed', {trail: 's' + one, turn_id: `s${one}:0`}]]);
                draw();
                return [many.slice(0, 3), more[3] <= many[3] && more[3] > 1_000,
                  view.open_.size, view.alerts.size, root.querySelectorAll('.open-turn').length];"""))
                .isEqualTo("[[5000,5000,40],true,0,0,0]");
    }

    @Test
    void theOpenTurnsAreShownWhenTheFirstAnswerFailedAndTheSecondCame() {
        assertThat(of("""
                (() => {
                  let asked = 0;
                  const turn = (id) => ({turn_id: id + ':0', session_id: id, length: 0, models: [], tokens: {}});
                  return (path) => {
                    if (path !== 'turns/open') return {items: [], coverage: {complete: true, missing: []}};
                    const items = [turn('s'), turn('t')];
                    if (asked++ > 0) return {items, coverage: {complete: true, missing: []}};
                    throw Object.assign(new Error('busy'), {name: 'ApiError', title: 'Busy'});
                  };
                })()""", """
                draw();
                const failed = root.querySelectorAll('.now-open .failure').length;
                happened(Array.from({length: 1000}, (none, at) => ['closed', {trail: 'x' + at, turn_id: `x${at}:0`}]));
                const kept = view.closedMeanwhile?.size ?? 0;
                view.retry();
                await settled();
                draw();
                const shown = root.querySelectorAll('.open-turn').length;
                return [failed, kept, shown, view.closedMeanwhile];""")).isEqualTo("[1,0,2,null]");
    }

    @Test
    void whatHappensWhileAnOlderAnswerIsUnderWayStays() {
        var kept = of("""
                (() => {
                  window.answers = [];
                  return (path) => new Promise((resolve) => window.answers.push([path, resolve]));
                })()""", """
                const turn = (id, revision, length) => ({turn_id: id, session_id: 's', length, revision, tokens: {}});
                const alert = (id, state) => ({alert_id: id, turn_id: id + ':0', session_id: id, state, level: 1,
                  kind: 'length', threshold: 3, raised_at: '2026-01-05T10:00:00Z'});
                happened([['turn', turn('s:1', 1, 2)], ['turn', turn('s:2', 0, 5)], ['turn', turn('s:3', 0, 1)],
                  ['withdrawn', {type: 'turn', id: 's:3'}], ['alert', alert('a', 'cleared')],
                  ['alert', alert('b', 'raised')], ['closed', {trail: 'c', turn_id: 'c:0'}]]);
                const older = {'turns': [turn('s:1', 0, 1), turn('s:2', 1, 6), turn('s:3', 0, 1)],
                  'alerts': [alert('a', 'raised'), alert('c', 'raised'), alert('d', 'raised')], 'turns/open': []};
                for (const [path, resolve] of window.answers) {
                  resolve({items: older[path], coverage: {complete: true, missing: []}});
                }
                await settled();
                return [view.feed.map(({turn_id: id, length}) => id + ' ' + length).sort(),
                  [...view.alerts.keys()].sort(), view.closedCount, view.meanwhile.size];""");
        assertThat(kept).isEqualTo("[[\"s:1 2\",\"s:2 6\"],[\"b\",\"d\"],3,0]");
    }

    /** A server that was just started does not know which turn a trail had. */
    @Test
    void aTurnThatClosesIsGoneThoughTheEventNamesItsTrailOnly() {
        var kept = of("""
                (() => {
                  window.answers = [];
                  return (path) => path !== 'turns/open' ? {items: [], item: {steps: []}}
                    : new Promise((resolve) => window.answers.push(resolve));
                })()""", """
                const turn = (trail, index) => {
                  const [session_id, agent_id] = trail.split('/');
                  return {turn_id: `${trail}:${index}`, session_id, agent_id, length: 1, tokens: {}};
                };
                const alert = (trail) => ({...turn(trail, 1), alert_id: trail, state: 'raised', level: 1});
                window.answers[0]({items: ['s', 's/a', 's/b', 't'].map((trail) => turn(trail, 1))});
                await settled();
                happened([['alert', alert('s')], ['alert', alert('s/a')],
                  ['alert', {...alert('outage'), turn_id: null, session_id: null}]]);
                happened([['closed', {trail: 's/a'}], ['closed', {trail: 't'}], ['open', turn('t', 2)],
                  ['open', turn('s/b', 2)]]);
                const first = [[...view.open_.values()].map(({turn_id: id}) => id), [...view.alerts.keys()]];
                view.read();
                await settled();
                happened([['closed', {trail: 's'}], ['open', turn('t', 3)]]);
                window.answers[1]({items: ['s', 's/b', 't'].map((trail) => turn(trail, 2))});
                await settled();
                return [...first, [...view.open_.values()].map(({turn_id: id}) => id)];""");
        assertThat(kept).isEqualTo("[[\"s:1\",\"s/b:2\",\"t:2\"],[\"s\",\"outage\"],[\"s/b:2\",\"t:3\"]]");
    }
}
