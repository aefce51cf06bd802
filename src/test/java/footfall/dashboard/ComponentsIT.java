package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The parts that views are made of: tables, chains, filters and charts, each drawn into an empty page. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class ComponentsIT {
    private static ModulePage page;

    @BeforeAll
    static void open(ModulePage opened) {
        page = opened;
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
