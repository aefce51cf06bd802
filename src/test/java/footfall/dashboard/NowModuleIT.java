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
                for (let one = 0; one < at; one++) {
                  happened([['closed', {trail: 's' + one}], ['alert', {alert_id: 'a' + one, state: 'cleared'}]]);
                }
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
                const kept = view.open_.underWay.size;
                view.retry();
                await settled();
                draw();
                const shown = root.querySelectorAll('.open-turn').length;
                return [failed, kept, shown, view.open_.underWay.size];""")).isEqualTo("[1,0,2,0]");
    }

    @Test
    void theAlertsOfATurnAreOneRowAndAnOutageLeadsToTheFailedCalls() {
        var alerts = """
                (path) => ({coverage: {complete: true}, items: path !== 'alerts' ? [] : [
                  ['s:0', 'repeat-loop', 1, 4], ['s:0', 'error-streak', 1, 5], ['s:0', 'repeat-loop', 3, 40],
                  ['s:0', 'repeat-loop', 2, 16], [undefined, 'outage', 1, 10],
                ].map(([turn, kind, level, value], at) => ({
                    alert_id: kind === 'outage' ? 'Bash:outage:1' : turn + kind + level, turn_id: turn, kind,
                    level, value, state: 'raised', project: 'shop', user: 'ada',
                    raised_at: `2026-01-05T10:00:0${at}Z`}))})""";
        assertThat(of(alerts, """
                app.link = (...parts) => JSON.stringify(parts);
                draw();
                const rows = [...root.querySelectorAll('[aria-labelledby=now-alerts] .feed > li')];
                return rows.map((row) => [row.querySelector('.badge').textContent, row.querySelector('a').textContent,
                  row.querySelector('a').getAttribute('href'), row.querySelector('.note').textContent,
                  row.querySelectorAll('details li').length]);"""))
                .isEqualTo("[[\"level 1\",\"Bash fails everywhere: 10 failures\","
                        + "\"[\\\"turns\\\",null,{\\\"tool\\\":\\\"Bash\\\",\\\"outcome\\\":\\\"error\\\"}]\","
                        + "\"shop · ada\",0],"
                        + "[\"level 3\",\"a loop of 40 rounds, 5 failed calls in a row\","
                        + "\"[\\\"turn\\\",\\\"s:0\\\",{}]\","
                        + "\"shop · ada\",4]]");
    }

    @Test
    void aLateShipperIsNamed() {
        assertThat(of("""
                (path) => ({coverage: {complete: true}, items: path !== 'shippers' ? []
                  : [{user: 'carol', host: 'vm', late: true}, {user: 'ada', host: 'vm', late: false}]})""", """
                app.link = (...parts) => JSON.stringify(parts);
                draw();
                const note = root.querySelector('.notice');
                return [note.textContent.replace(/\\s+/g, ' ').trim(),
                  note.querySelector('a').getAttribute('href')];"""))
                .isEqualTo("[\"! 1 shipper is late: carol on vm. What they have not sent is not here.\","
                        + "\"[\\\"team\\\",null,{\\\"tab\\\":\\\"shippers\\\"}]\"]");
    }

    /** After {@code done}: the closed turns in their order, the active alerts, and how many turns closed. */
    private static String closed(String done) {
        return of("""
                (() => {
                  window.answers = [];
                  return (path) => new Promise((resolve) => window.answers.push([path, resolve]));
                })()""", """
                const turn = (id, revision, at, more) => ({turn_id: id, session_id: 's', length: 1, revision,
                  tokens: {}, project: 'shop', ended_at: `2026-01-05T10:00:${String(at).padStart(2, '0')}Z`, ...more});
                const alert = (id, state, at = 1) => ({alert_id: id, turn_id: id + ':0', session_id: id, state,
                  level: 1, kind: 'length', threshold: 3, raised_at: `2026-01-05T10:00:0${at}Z`, project: 'shop'});
                const answer = async (turns, alerts) => {
                  const items = {turns, alerts, 'turns/open': []};
                  for (const [path, resolve] of window.answers.splice(0)) {
                    resolve({items: items[path], coverage: {missing: []}});
                  }
                  await settled();
                };
                const events = () => happened([['turn', turn('s:1', 1, 1)], ['turn', turn('s:2', 0, 2)],
                  ['turn', turn('s:3', 0, 3)], ['turn', turn('s:4', 0, 4)], ['withdrawn', {type: 'turn', id: 's:3'}],
                  ['turn', turn('s:4', 1, 4, {copy_of: 'r:4'})], ['alert', alert('a', 'cleared')],
                  ['alert', alert('b', 'raised')]]);
                const older = () => answer([turn('s:5', 0, 5), turn('s:4', 0, 4), turn('s:3', 0, 3), turn('s:2', 1, 2),
                  turn('s:1', 0, 1)], [alert('a', 'raised'), alert('d', 'raised')]);
                %s
                return [view.feed.map(({turn_id: id, revision}) => id + 'r' + revision).join(' '),
                  [...view.alerts.keys()].sort().join(' '), view.closedCount];""".formatted(done));
    }

    @Test
    void whatEventsSaidBeforeAnOlderAnswerStays() {
        var kept = "[\"s:5r0 s:2r1 s:1r1\",\"b d\",4]";
        assertThat(closed("events(); await older();")).isEqualTo(kept);
        assertThat(closed("await answer([], []); events(); view.read(); await older();"))
                .isEqualTo(kept);
    }

    @Test
    void anAnswerReplacesTheAnswerBeforeIt() {
        assertThat(closed("""
                await older();
                view.read();
                await answer([turn('t:9', 0, 9)], [alert('e', 'raised')]);""")).isEqualTo("[\"t:9r0\",\"e\",0]");
    }

    @Test
    void theTurnsThatEndedLastAreShownAlsoAfterAnotherFilter() {
        assertThat(closed("""
                view.params = {project: 'old'};
                view.changed();
                await answer([], []);
                happened(Array.from({length: 45}, (none, at) => ['turn', turn('o:' + at, 0, at, {project: 'old'})]));
                const old = [view.feed.length, view.feed[0].turn_id];
                view.params = {};
                view.changed();
                await answer(Array.from({length: 40}, (none, at) => turn('n:' + at, 0, 59 - at % 10)), []);
                return [...old, view.feed.filter(({turn_id: id}) => id.startsWith('n')).length];
                """)).isEqualTo("[40,\"o:44\",40]");
    }

    @Test
    void aTurnThatJustClosedStaysWhileManyTurnsOfHistoryCome() {
        assertThat(closed("""
                await answer([], []);
                happened([['turn', turn('live', 0, 59)]]);
                for (let at = 0; at < 1_000; at++) happened([['turn', turn('h:' + at, 0, at % 50)]]);
                const few = view.turnEvents.size <= 200;
                return [view.feed[0].turn_id, view.feed.length, few, view.closedCount];
                """)).isEqualTo("[\"live\",40,true,1001]");
    }

    @Test
    void whatWasKnownBeforeEventsWereMissedIsShownUntilTheNextAnswerOnly() {
        assertThat(closed("""
                happened([['turn', turn('s:7', 0, 7)], ['alert', alert('z', 'raised')]]);
                await answer([], []);
                happened([['reset', {reason: 'retention', topics: []}]]);
                if (view.feed.length !== 1 || view.alerts.size !== 1) return 'nothing is shown';
                events();
                await older();""")).isEqualTo("[\"s:5r0 s:2r1 s:1r1\",\"b d\",5]");
    }

    @Test
    void anOutageThatIsRaisedAgainStaysThoughAnOlderAnswerComes() {
        assertThat(closed("""
                happened([['alert', alert('o', 'raised', 1)], ['alert', alert('o', 'cleared', 1)],
                  ['alert', alert('o', 'raised', 5)]]);
                await answer([], [alert('o', 'cleared', 1), alert('p', 'raised', 1)]);
                """)).isEqualTo("[\"\",\"o p\",0]");
    }

    /** History has no records on the topic of open turns. */
    @Test
    void anOpenTurnOfHistoryIsGoneWhenItsTurnCloses() {
        assertThat(of("""
                (() => {
                  const turn = (id, at) => ({turn_id: id, length: 1, tokens: {},
                    last_line_at: `2026-01-05T10:00:0${at}Z`});
                  const open = [turn('h:3', 2), turn('i:3', 3), turn('j:4', 1)];
                  return (path) => ({items: path === 'turns/open' ? open : [], item: {steps: []}});
                })()""", """
                const closed = (id, at) => ['turn', {turn_id: id, length: 1, revision: 0,
                  ended_at: `2026-01-05T10:00:0${at}Z`}];
                happened([closed('h:3', 2), closed('i:3', 2), closed('j:3', 7)]);
                return view.open_.list().map(({turn_id: id}) => id);""")).isEqualTo("[\"i:3\",\"j:4\"]");
    }
}
