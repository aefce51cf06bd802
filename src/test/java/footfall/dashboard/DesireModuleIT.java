package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The ranking of desires and the page of one. No server runs: the test makes the answers. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class DesireModuleIT {
    private static ModulePage page;

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
    void desiresWithTheSameTitleAreToldApartAndACostThatLacksAPartIsMarked() {
        assertThat(page.view("desires", "{by: 'cost'}", """
                () => ({coverage: {complete: true}, items: ['mix test: error-e79180a9', 'mix test: error-02468715',
                  'rg'].map((subject, at) => ({id: subject, category: 'command-failed', subject, title: at < 2
                    ? 'mix test fails with the same error' : 'rg fails', count: 2, sessions: 2, wasted_steps: 0,
                    wasted_time_ms: 0, wasted_tokens: {}, wasted_cost_usd: at,
                    wasted_unpriced_tokens: at ? {} : undefined}))})""", """
                return [text('.struggle-kind'), text('tbody tr td strong')];"""))
                .isEqualTo("[[\"mix test fails with the same error error-e79180a9\","
                        + "\"mix test fails with the same error error-02468715\",\"rg fails\"],"
                        + "[\"$0\",\"$1.00+\",\"$2.00+\"]]");
    }
}
