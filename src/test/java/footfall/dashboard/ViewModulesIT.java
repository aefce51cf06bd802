package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The modules of the views, called in a browser without a server: bill, desires, team, and the parts that views share.
 */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class ViewModulesIT {
    private static ModulePage page;

    private static final String TWO_WEEKS = """
            (path, {since}) => {
              const before = since && Date.parse(since) < Date.parse('2026-01-08T00:00:00Z');
              const row = {turns: before ? 95 : 232, steps: 10, failures: 0, changes: {}, unchanged_steps: 0,
                waited_ms: 0, active_duration_ms: 91_000, tokens: {input: 1000}, cost_usd: before ? 44.31 : 38.34,
                model: 'gpt', failures_cost_usd: 1, repeats_cost_usd: 0,
                unpriced_models: [{model: before ? 'spark' : 'quota', tokens: {input: before ? 11_155_317 : 13_246}}]};
              return {rows: [row], total: row, coverage: {complete: true}};
            }""";

    @BeforeAll
    static void open(ModulePage opened) {
        page = opened;
    }

    /** Of repeats, polling, reruns, questions, empty searches and failures alike. */
    @Test
    void theCallsOfEachDayAddUpToAllAlsoOfADesireThatADayHasTooFewTurnsFor() {
        assertThat(page.view("desire", "{id: 'polling:wait', project: 'shop'}", """
                (path, {since, until, desire}) => {
                  const at = {'2026-01-05': 2, '2026-01-06': 0, '2026-01-07': 1};
                  const one = (count) => ({id: 'polling:wait', category: 'polling', subject: 'wait', title: 'wait asks',
                    count, sessions: 3, examples: [], ways: [], wasted_steps: 3, wasted_time_ms: 1, wasted_tokens: {},
                    first_seen: '2026-01-05T23:00:00Z', last_seen: '2026-01-07T01:00:00Z'});
                  const count = since ? at[since] ?? 0 : 3;
                  return {coverage: {complete: true}, items: path === 'desires'
                      && desire === 'polling:wait' && count > 0 ? [one(count)] : []};
                }""", """
                return [text('foot-plot .plot-title').slice(0, 1), view.loaded('days').days, view.loaded('days').values,
                  text('foot-plot svg .tick'), asked.filter(([path]) => path === 'desires').every(
                      ([, given]) => given.project === 'shop')];"""))
                .isEqualTo("[[\"Calls by day\"],[\"2026-01-05\",\"2026-01-06\",\"2026-01-07\"],[2,0,1],"
                        + "[\"0\",\"1\",\"2\",\"5 Jan\",\"6 Jan\",\"7 Jan\"],true]");
    }

    /** As its advice says: 13.0 calls on average from failure to success. */
    @Test
    void theCallsUntilASuccessAreThoseOfTheAdvice() {
        var shown = page.view("desire", "{id: 'other:git'}", """
                (path) => ({coverage: {complete: true}, items: [], item: {id: 'other:git', category: 'other',
                  subject: 'git', title: 'git fails', count: 12, sessions: 3, examples: [], ways: [], wasted_steps: 12,
                  wasted_time_ms: 1, wasted_tokens: {}, recoveries: 4, recovered: 3, recovery_steps: 40}})""", """
                return text('.figure').filter((one) => one.startsWith('Recovered'));""");
        assertThat(shown).isEqualTo("[\"Recovered3 of 413.0 calls each\"]");
    }

    @Test
    void aTimeWithoutTurnsIsComparedWithNothing() {
        assertThat(page.view("desire", "{id: 'polling:wait'}", """
                (path) => ({coverage: {complete: true}, items: path !== 'desires/compare' ? [] : [{id: 'polling:wait',
                  trend: 'too-few', before: {count: 0, sessions: 0, group_turns: 0, group_sessions: 0},
                  after: {count: 98, sessions: 3, rate: 29.9, group_turns: 327, group_sessions: 142}}],
                  item: null})""", """
                return [text('[aria-labelledby=compare-title] p.muted').at(-1),
                  root.querySelectorAll('foot-table').length];"""))
                .isEqualTo("[\"There are no turns in the time before, so nothing is compared. Choose other days.\",0]");
    }

    @Test
    void aCostThatLacksAPartIsMarkedAndLongTurnsHaveNone() {
        assertThat(page.view("desires", "{by: 'cost'}", """
                () => ({coverage: {complete: true}, items: ['mix test', 'Read → Edit',
                  'rg'].map((subject, at) => ({id: subject, subject,
                    category: at === 1 ? 'turn-pattern' : 'command-failed',
                    title: `${subject} fails`, count: 2, sessions: 2, wasted_steps: 0,
                    wasted_time_ms: 0, wasted_tokens: {}, wasted_cost_usd: at,
                    wasted_unpriced_tokens: at ? {} : undefined}))})""", """
                return [text('.struggle-kind'), text('tbody tr td strong')];"""))
                .isEqualTo(
                        "[[\"mix test fails\",\"A long pattern that recurs\",\"rg fails\"],[\"$0\",\"–\",\"$2.00+\"]]");
    }

    @Test
    void theChosenTimeIsFirstAndCostsThatLackAPartAreMarkedInBothTimes() {
        assertThat(page.view("bill", "{since: '2026-01-08T00:00:00Z', until: '2026-01-15T00:00:00Z'}", TWO_WEEKS, """
                return [text('h2').slice(0, 2), text('.figures')[0].slice(0, 31),
                  text('.figures dt').filter((label) => label === 'Cost'), text('.notice'), text('.amount'),
                  text('.figure').filter((one) => /^(Cost of|Active)/.test(one))];"""))
                .isEqualTo("[[\"The chosen time and as long a time before (from 8 Jan and 1 Jan)\","
                        + "\"In the chosen time\"],"
                        + "\"Cost$38.34+$44.31+ before, −13%\",[\"Cost\"],"
                        + "[\"! The cost of this time does not include tokens without a known price: quota (13.2k). "
                        + "The cost of the time before does not include tokens without "
                        + "a known price: spark (11.2M).\"],"
                        + "[\"−$5.97\"],"
                        + "[\"Cost of a turn$0.17+$0.47+ before, −65%\",\"Cost of failures$1.00+2.6% of the cost\","
                        + "\"Cost of repeats$00% of the cost\",\"Cost of a commit–\"]]");
    }

    @Test
    void aMonthThatStillRunsIsMarked() {
        var months = """
                (path, {by}) => {
                  const row = (month) => ({turns: 2, steps: 10, failures: 0, changes: {}, unchanged_steps: 0,
                    waited_ms: 0, tokens: {input: 1000}, cost_usd: 2, model: 'gpt', failures_cost_usd: 0,
                    repeats_cost_usd: 0, unpriced_models: [], month});
                  const now = new Date();
                  const rows = by === 'month,model' ? [row('2026-01'), row(WHEN)] : [row()];
                  return {rows, total: row(), coverage: {complete: true}};
                }""";
        var running = months.replace("WHEN", "`${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`");
        var note = "return text('foot-plot .note').slice(0, 1).map((one) => one.replace(/.*,[^.]*[.]/, ''));";
        assertThat(page.view("bill", "{unit: 'month'}", running, note)).isEqualTo("[\" * This month still runs.\"]");
        assertThat(page.view("bill", "{unit: 'month'}", months.replace("WHEN", "'2026-02'"), note))
                .isEqualTo("[\"\"]");
    }

    @Test
    void withoutARangeTheLastWeekIsFirstAndAnyTimeHasItsOwnWarning() {
        assertThat(page.view("bill", "{}", TWO_WEEKS, """
                return [text('h2').slice(0, 2).map((title) => title.slice(0, 15)),
                  text('.figures dt').filter((label) => label === 'Cost'),
                  text('.notice').length];"""))
                .isEqualTo("[[\"The last 7 days\",\"Any time\"],[\"Cost\",\"Cost\"],2]");
    }

    @Test
    void whatCostNothingIsInNoChartOfCosts() {
        assertThat(page.view("bill", "{}", TWO_WEEKS, "return text('.plot-title');"))
                .isEqualTo("[\"Cost by day and model\",\"Cost of failures\"]");
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

    /** As in the commands: those of a session that was asked for are listed. */
    @Test
    void copiesOfATurnAreCountedOnItsRowAndNotListed() {
        var turns = """
                (path) => ({coverage: {complete: true}, items: ['own:2', 'fork:0', 'own:1', 'other:0'].map((id) => ({
                  turn_id: id, session_id: id.slice(0, -2), index: 0, prompt_uuid: id === 'own:2' ? 'b' : 'a',
                  copy_of: {'fork:0': 'own', 'other:0': 'own'}[id], steps: [], length: 1, tokens: {}, models: [],
                  pattern: id === 'fork:0' ? 'Edit' : 'Read', cost_usd: 2}))})""";
        var shown = """
                return [text('td.wide'), text('.table-foot .muted')];""";
        assertThat(page.view("turns", "{}", turns, shown))
                .isEqualTo("[[\"Read\",\"+2 copiesRead\"],[\"2 turns on this page, +2 copies\"]]");
        assertThat(page.view("turns", "{session: 'fork'}", turns, shown))
                .isEqualTo("[[\"Read\",\"copyEdit\",\"Read\",\"copyRead\"],[\"4 turns on this page\"]]");
    }

    /** Draws a template into the page and waits for the frames that it needs. */
    private static String drawn(String module, String template, String result) {
        return page.of(module, """
                (async () => {
                  const {html, render} = await import('lit-html');
                  const root = document.querySelector('#app');
                  render(html``, root);
                  render(%s, root);
                  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
                  return %s;
                })()""".formatted(template, result));
    }

    @Test
    void aPatternIsReadAsItsPartsAndALoopAsItsRound() {
        assertThat(page.of(
                        "chain",
                        "['Read → Edit{2+}', 'tool:(Edit → Read){2+}', '(Bash){3+}', '', 'odd {x}']"
                                + ".map(m.patternParts)"))
                .isEqualTo("[[{\"names\":[\"Read\"],\"times\":\"\"},{\"names\":[\"Edit\"],\"times\":\"2+\"}],"
                        + "[{\"names\":[\"Edit\",\"Read\"],\"times\":\"2+\"}],"
                        + "[{\"names\":[\"Bash\"],\"times\":\"3+\"}],[],[{\"names\":[\"odd {x}\"],\"times\":\"\"}]]");
    }

    @Test
    void aChainCountsEqualCallsAndPutsParallelOnesAboveEachOther() {
        assertThat(drawn(
                        "chain",
                        """
                m.stepChain([
                  {tool: 'Read', outcome: 'ok'}, {tool: 'Read', outcome: 'ok'}, {tool: 'Bash', outcome: 'error'},
                  {tool: '<b>', outcome: 'ok', parallel: true}, {tool: 'Grep', outcome: 'pending', parallel: true},
                ])""",
                        "[...root.querySelectorAll('.chain > li')]"
                                + ".map((item) => item.textContent.replace(/\\s+/g, ' '))"))
                .isEqualTo("[\"✓okRead×2 times\",\"✕errorBash\",\"in parallel✓ok<b>…pendingGrep\"]");
    }

    @Test
    void absentValuesComeLastInBothDirections() {
        assertThat(page.of("table", """
                [true, false].map((descending) => m.sorted([{n: null}, {n: 2}, {n: 10}, {n: 1}],
                    [{key: 'n', label: 'N', value: (row) => row.n}], {key: 'n', descending})
                    .map((row) => row.n))""")).isEqualTo("[[10,2,1,null],[1,2,10,null]]");
    }

    @Test
    void aTableOfManyRowsDrawsThoseInViewAndTellsTheirPlace() {
        assertThat(drawn("table", """
                m.table({caption: 'Many', columns: [{key: 'n', label: 'N', number: true, value: (row) => row}],
                  rows: Array.from({length: 5000}, (none, at) => at), href: (row) => '#/turn/' + row})""", """
                await (async () => {
                  const box = root.querySelector('.table-box');
                  const places = [];
                  for (const top of [0, 100_000, 1e9]) {
                    box.scrollTop = top;
                    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
                    const rows = [...root.querySelectorAll('tr[data-at]')];
                    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
                    const seen = rows.find((row) => row.getBoundingClientRect().bottom > middle);
                    places.push([rows.length < 80,
                      Number(seen.getAttribute('aria-rowindex')) === Number(seen.dataset.at) + 2,
                      Math.abs(Number(seen.dataset.at) * 41 - box.scrollTop - box.clientHeight / 2) < 120]);
                  }
                  return [places, root.querySelector('table').getAttribute('aria-rowcount')];
                })()"""))
                .isEqualTo("[[[true,true,true],[true,true,true],[true,true,true]],\"5001\"]");
    }

    @Test
    void aTurnOfAnEventMeetsFiltersAsTheServerSelectsTurns() {
        assertThat(page.of("filters", """
                (() => {
                  const turn = {project: 'shop', agent: 'claude', session_id: 's', length: 2, models: ['m'],
                    started_at: '2026-11-21T12:00:00Z', steps: [{tool: 'Read', outcome: 'error', category: 'timeout',
                    intent: 'read'}, {tool: 'Edit', outcome: 'ok', intent: 'edit'}]};
                  const now = Date.parse('2026-11-22T12:00:00Z');
                  return [{}, {project: 'shop', agent: 'claude', model: 'm', min_length: '2', max_length: '2'},
                    {project: 'x'}, {model: 'x'}, {min_length: '3'}, {max_length: '1'}, {since: '2d'}, {since: '2h'},
                    {until: '2026-11-21'}, {tool: 'Read', outcome: 'error', category: 'timeout'},
                    {tool: 'Edit', outcome: 'error'}, {tool: 'Read', next: 'Edit'}, {tool: 'Edit', next: 'Read'},
                    {intent: 'read', next_intent: 'edit'}]
                      .map((filters) => m.matches(turn, filters, now) ? 1 : 0).join('');
                })()""")).isEqualTo("\"11000010010101\"");
    }

    @Test
    void theFilterBarKeepsWhatOneTypesWhileItIsDrawnAgain() {
        assertThat(drawn("filters", """
                (() => {
                  window.changes = [];
                  window.bar = () => m.filterBar({supported: ['since', 'project', 'min_length'],
                    params: {user: '<i>', since: '7d'},
                    change: (change) => window.changes.push(change), suggestions: async () => ['shop', 'web']});
                  return window.bar();
                })()""", """
                await (async () => {
                  const say = () => root.textContent.replace(/\\s+/g, ' ').trim();
                  const before = [...root.querySelectorAll('.chip')].map((chip) => chip.textContent.trim());
                  root.querySelector('.filter-add').click();
                  const field = root.querySelector('input[name=value]');
                  field.value = 'sh';
                  field.dispatchEvent(new Event('input', {bubbles: true}));
                  await new Promise(requestAnimationFrame);
                  render(window.bar(), root);
                  const options = [...root.querySelectorAll('datalist option')].map((option) => option.value);
                  const kept = field.value;
                  root.querySelector('form').requestSubmit();
                  return [before, options, kept, window.changes];
                })()"""))
                .isEqualTo(
                        "[[\"User <i> (not used by this view)×\"],[\"shop\",\"web\"],\"sh\",[{\"project\":\"sh\"}]]");
    }

    @Test
    void aChartIsSavedWithItsTitleItsLegendAndNoStyleSheet() {
        assertThat(drawn("plot", """
                m.stackedBars({caption: 'Cost <b>', x: {label: 'Day', values: ['1', '2']}, y: {label: 'USD'},
                  series: [{name: 'one', values: [1, 2]}, {name: 'two', values: [3, null], tone: 'error'}]})""", """
                await (async () => {
                  const {standalone} = await import('/dashboard/download.js');
                  const saved = new DOMParser().parseFromString(standalone(root.querySelector('svg.plot-svg'),
                      {title: 'Cost <b>', legend: [{name: 'one', colour: 'red'}]}), 'image/svg+xml');
                  const texts = [...saved.querySelectorAll('text')].map((text) => text.textContent);
                  return [texts.slice(0, 2), texts.slice(-2), saved.querySelectorAll('[class], [style]').length,
                    saved.documentElement.outerHTML.includes('var('), saved.querySelectorAll('rect').length];
                })()""")).isEqualTo("[[\"Cost <b>\",\"one\"],[\"1\",\"2\"],0,false,5]");
    }
}
