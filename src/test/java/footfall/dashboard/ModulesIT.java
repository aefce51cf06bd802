package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.screen.CountWords;
import footfall.screen.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the modules of the page compute: addresses, events, files, numbers and times. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class ModulesIT {
    private static ModulePage page;

    @BeforeAll
    static void open(ModulePage opened) {
        page = opened;
    }

    @Test
    void anAddressKeepsEveryCharacterOfIdsAndValues() {
        assertThat(page.of("route", """
                ['mcp__a/b', '50%', '<img src=x>', 'a?b#c&d=e', 'Read → Edit{2+}', "'"].map((id) => {
                  const address = m.href('tool', id, {project: id, none: null, empty: ''});
                  const {view, params, ...rest} = m.parse(address);
                  return [address, view === 'tool' && rest.id === id && params.project === id];
                })"""))
                .isEqualTo("[[\"#/tool/mcp__a%2Fb?project=mcp__a%2Fb\",true],[\"#/tool/50%25?project=50%25\",true],"
                        + "[\"#/tool/%3Cimg%20src%3Dx%3E?project=%3Cimg+src%3Dx%3E\",true],"
                        + "[\"#/tool/a%3Fb%23c%26d%3De?project=a%3Fb%23c%26d%3De\",true],"
                        + "[\"#/tool/Read%20%E2%86%92%20Edit%7B2%2B%7D?project=Read+%E2%86%92+Edit%7B2%2B%7D\",true],"
                        + "[\"#/tool/'?project=%27\",true]]");
    }

    @Test
    void aBrokenAddressIsReadAsFarAsItCanBe() {
        assertThat(page.of(
                        "route", "['', '#', '#/', '#/turns', '#/tool/%E0%A4%A', '#/turn/a/b?x=&y=1&y=2'].map(m.parse)"))
                .isEqualTo("[{\"view\":\"now\",\"params\":{}},{\"view\":\"now\",\"params\":{}},"
                        + "{\"view\":\"now\",\"params\":{}},{\"view\":\"turns\",\"params\":{}},"
                        + "{\"view\":\"tool\",\"id\":\"%E0%A4%A\",\"params\":{}},"
                        + "{\"view\":\"turn\",\"id\":\"a/b\",\"params\":{\"y\":\"1\"}}]");
    }

    /** A request after another, the last drawn first, and of a busy server after a while. */
    @Test
    void howTurnsBeganIsAskedForAgainUntilItIsKnownOrRefused() {
        assertThat(page.of("texts", """
                (async () => {
                  const items = [{turn_id: 'b', text: 'B'}];
                  const answers = [{status: 200, value: {items}}, {status: 503, value: null},
                    {status: 200, value: {items: []}}, {status: 401, value: null}];
                  const texts = new m.texts.constructor();
                  const asked = [];
                  const waits = [];
                  const later = window.setTimeout;
                  window.setTimeout = (then, ms) => (waits.push(Math.round(ms / 1000)), later(then, 0));
                  texts.connect({token: {isGiven: () => true}, tried: async (path, {turns}) => {
                    asked.push(turns);
                    return answers[asked.length - 1];
                  }}, () => {});
                  const settled = async (count) => {
                    while (asked.length < count || texts.busy) await new Promise((done) => later(done, 0));
                  };
                  const unknown = [texts.beginning('a'), texts.beginning('b')];
                  await settled(3);
                  const known = [texts.beginning('a'), texts.beginning('b')];
                  texts.beginning('c');
                  await settled(4);
                  texts.beginning('d');
                  window.setTimeout = later;
                  return {asked, waits, unknown, known, available: texts.available, wanted: texts.wanted.size};
                })()"""))
                .isEqualTo("{\"asked\":[\"b,a\",\"a\",\"a\",\"c\"],\"waits\":[0,0,10,10],\"unknown\":[\"\",\"\"],"
                        + "\"known\":[\"\",\"B\"],\"available\":false,\"wanted\":0}");
    }

    @Test
    void anEditIsADifferenceAlsoWhereItsTextWasCut() {
        assertThat(page.of("conversation", """
                ['{"old_string":"a\\\\nb\\\\nc","new_string":"a\\\\nB\\\\nc"}',
                  '{"edits":[{"old_str":"a","new_str":"b"},{"new_str":"c"}]}',
                  '{"old_string":"a","new_string":"bcd\\\\u00...',
                  '{"command":"ls"}', '{"old_string":"a...', 'x', undefined]
                    .map(m.differenceOf)"""))
                .isEqualTo("[[\" a\",\"-b\",\"+B\",\" c\"],[\"-a\",\"+b\",\"+c\"],"
                        + "[\"-a\",\"+bcd…\"],null,null,null,null]");
    }

    @Test
    void eventsAreTheSameWhereverTheTextIsCut() {
        assertThat(page.of("events", """
                (() => {
                  const text = 'retry: 2000\\n\\nid: p1\\nevent: turn\\r\\ndata: {"a":1}\\r\\n\\r\\n: still here\\n\\n'
                      + 'id: p2\\n\\ndata: x\\rdata:y\\r\\r\\ndata: not complete';
                  const results = new Set();
                  for (let cut = 0; cut <= text.length; cut++) {
                    const parser = new m.EventParser();
                    const events = [...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))];
                    results.add(JSON.stringify([events, parser.id]));
                  }
                  return [...results].map(JSON.parse);
                })()"""))
                .isEqualTo("[[[{\"type\":\"turn\",\"data\":\"{\\\"a\\\":1}\",\"id\":\"p1\"},"
                        + "{\"type\":\"message\",\"data\":\"x\\ny\",\"id\":\"p2\"}],\"p2\"]]");
    }

    @Test
    void namesThatReorderOrHideTextAreShownAsEscapesAndSentAsTheyAre() {
        assertThat(page.of("names", """
                [m.readJson(String.raw`{"tool":"\\u202egnp.exe","n":[1,null,"a\\nb\\u001b[31m"],"by":{"\\u200b":2}}`),
                  m.asSent(String.raw`\\u202egnp.exe`), m.asSent(String.raw`\\u0041 C:\\user \\ud83d`),
                  m.shown('\\u{e0041}é🖥')]"""))
                .isEqualTo("[{\"tool\":\"\\\\u202egnp.exe\",\"n\":[1,null,\"a\\nb\\\\u001b[31m\"],"
                        + "\"by\":{\"\\\\u200b\":2}},"
                        + "\"\u202egnp.exe\",\"\\\\u0041 C:\\\\user \\\\ud83d\",\"\\\\u{e0041}é🖥\"]");
    }

    @Test
    void theFeedContinuesAfterTheLastIdAndTellsEveryListenerWhatIsMissing() {
        assertThat(page.of("events", """
                new Promise((resolve) => {
                  const feed = new m.EventFeed({headers: () => ({})}, '/stream');
                  const seen = [];
                  const states = [];
                  feed.onState(() => states.at(-1) === feed.state || states.push(feed.state));
                  feed.subscribe(['start', 'turn'], (events) => {
                    seen.push(...events.map(({type, data, id}) => [type, data, id]));
                    if (seen.length === 3) {
                      feed.stop();
                      resolve([seen, states.slice(0, 3)]);
                    }
                  });
                  void feed.start();
                })"""))
                .isEqualTo("[[[\"start\",{},\"two\"],[\"turn\",{\"n\":1},\"one\"],"
                        + "[\"reset\",{\"reason\":\"retention\"},\"three\"]],"
                        + "[\"live\",\"lost\",\"live\"]]");
        assertThat(page.lastEventIds()).containsExactly("none", "two");
    }

    /**
     * The open turns after {@code events}, and when {@code answer} came, which was under way. {@code s:2=5@9} has 5
     * steps and its last line at 9. Events: {@code +} open, {@code -} closed with the trail alone, {@code ~} closed
     * with the turn, {@code .} a turn.
     */
    private static String open(String before, String events, String answer) {
        return page.of("open-turns", """
                (async () => {
                  const turn = (text) => {
                    const [id, length, at] = text.split(/[=@]/);
                    const time = at && `2026-01-05T10:00:0${at}Z`;
                    return {turn_id: id, length: Number(length), last_line_at: time, ended_at: time};
                  };
                  const turns = (text) => text ? text.split(' ').map(turn) : [];
                  const open = new m.OpenTurns();
                  const read = (answer) => open.read(answer, new AbortController().signal);
                  await read(Promise.resolve({items: turns('%s')}));
                  let come;
                  const reading = read(new Promise((resolve) => { come = resolve; }));
                  for (const event of '%s'.split(' ')) {
                    const text = event.slice(1);
                    if (event[0] === '+') open.grown(turn(text));
                    else if (event[0] === '-') open.closed({trail: text});
                    else if (event[0] === '~') open.closed({trail: text.split(':')[0], turn_id: text});
                    else open.ended(turn(text));
                  }
                  const seen = open.list();
                  come({items: turns('%s')});
                  await reading;
                  const text = (list) => list.map((each) => each.turn_id + '=' + each.length).join(' ');
                  return text(seen) + ', ' + text(open.list());
                })()""".formatted(before, events, answer));
    }

    private static void check(String before, String events, String answer, String seen) {
        assertThat(open(before, events, answer)).isEqualTo("\"" + seen + "\"");
    }

    @Test
    void theOpenTurnsAreAsTheEventsSaySinceTheAnswerWasAskedFor() {
        check("s:1=1 t:1=1", "-s", "s:1=1 t:1=1", "t:1=1, t:1=1");
        check("s:1=1", "+s:1=4 +d:0=1", "s:1=2 e:2=1", "s:1=4 d:0=1, s:1=4 e:2=1 d:0=1");
        check("s:1=1", "-s +s:2=1", "s:1=1", "s:2=1, s:2=1");
        check("s:1=1", "+s:2=1 ~s:1", "s:2=1", "s:2=1, s:2=1");
        check("s:1=1", "~s:1", "s:2=1", ", s:2=1");
        check("s:1=1", "+s:1=2", "s:2=1", "s:1=2, s:2=1");
        check("s:1=1", "~s:1 .s:0=1", "s:1=1", ", ");
    }

    @Test
    void aTurnOfHistoryIsOverWhenItsTurnComesUnlessItHasALaterLine() {
        check("h:1=2@5", ".h:1=1@5", "h:1=2@5", ", ");
        check("h:1=2@6", ".h:1=2@5", "h:1=2@6", "h:1=2, h:1=2");
        check("h:2=1@1", ".h:1=9@0", "h:2=1@1", "h:2=1, h:2=1");
        check("h:1=1", ".h:1=1", "h:1=1", ", ");
        check("h:1=1@1", ".h:2=1@2", "", ", ");
    }

    @Test
    void aLiveTurnIsOpenUntilItIsClosedThoughItsTurnMayCome() {
        check("", "+s:1=2@5 .s:1=2@5", "s:1=2@5", "s:1=2, s:1=2");
        check("", "+s:1=2@5 .s:1=2@5 -s", "s:1=2@5", ", ");
    }

    @Test
    void anAnswerReplacesTheOpenTurnsThatNoEventNamesSince() {
        check("f:5=1 g:0=1", "+h:0=1", "f:0=1", "f:5=1 g:0=1 h:0=1, f:0=1 h:0=1");
        check("f:0=3", "+h:0=1", "f:0=2", "f:0=3 h:0=1, f:0=2 h:0=1");
    }

    @Test
    void aTrailMayHaveColonsAndOfASubagentASlash() {
        check("a:b:1=1 a:b/c:1=1 a:2=1", "-a:b/c", "a:b:1=1 a:b/c:1=1 a:2=1", "a:b:1=1 a:2=1, a:b:1=1 a:2=1");
    }

    @Test
    void anIdCountsWhenItsEventIsWhole() {
        assertThat(page.of("events", """
                (() => {
                  const parser = new m.EventParser();
                  return ['id: a\\ndata: 1\\n\\nid: b\\nda', 'ta: 2\\n', '\\n', 'id: c\\n\\n'].map((chunk) => [
                    parser.push(chunk).length, parser.lastId]);
                })()""")).isEqualTo("[[1,\"a\"],[0,\"a\"],[1,\"b\"],[0,\"c\"]]");
    }

    @Test
    void theTimeBeforeAnAttemptGrowsFromOneSecondToFifteen() {
        assertThat(page.of(
                        "events",
                        "[0, 1, 2, 3, 4, 50].map((failures) => [m.delayMs(failures, 0), m.delayMs(failures, 1)])"))
                .isEqualTo("[[1000,1250],[2000,2500],[4000,5000],[8000,10000],[15000,15000],[15000,15000]]");
    }

    @Test
    void aCsvHasQuotesWhereTheyAreNeededAndNoFormula() {
        assertThat(page.of("download", """
                m.csv(['name', 'a,b'], [['=1+1', 'x"y'], [1.5, null], ['-2', ' s'], [-2, 'l\\nm'],
                  ['@x', undefined]])"""))
                .isEqualTo("\"\ufeffname,\\\"a,b\\\"\\r\\n'=1+1,\\\"x\\\"\\\"y\\\"\\r\\n1.5,\\r\\n'-2,\\\" s\\\"\\r\\n"
                        + "-2,\\\"l\\nm\\\"\\r\\n'@x,\\r\\n\"");
    }

    @Test
    void aNameOfAFileHasOnlyPlainCharacters() {
        assertThat(page.of("download", "['Cost by day', '../<b>', ''].map((name) => m.fileName(name, 'csv'))"))
                .isEqualTo("[\"footfall-cost-by-day.csv\",\"footfall-b.csv\",\"footfall-data.csv\"]");
    }

    @Test
    void numbersAreShortAndAbsentOnesAreADash() {
        assertThat(page.of("format", "[0, 999, 999.6, 12345, 99950, 999500, 5e9, -1500, null].map(m.short)"))
                .isEqualTo("[\"0\",\"999\",\"1.0k\",\"12.3k\",\"100k\",\"1.0M\",\"5.0G\",\"-1.5k\",\"–\"]");
        assertThat(page.of("format", "[0, 0.00001, 0.0123, 0.1, 12.345, 1234.5, -3, undefined].map(m.money)"))
                .isEqualTo("[\"$0\",\"<$0.0001\",\"$0.0123\",\"$0.10\",\"$12.35\",\"$1,235\",\"-$3.00\",\"–\"]");
        assertThat(page.of("format", "[0, 0.0001, 0.004, 0.1234, 0.999, 0.99999, 1, NaN].map(m.share)"))
                .isEqualTo("[\"0%\",\"<0.1%\",\"0.4%\",\"12%\",\"99.9%\",\"99.9%\",\"100%\",\"–\"]");
    }

    @Test
    void aCostThatLacksTokensWithoutAPriceIsMarked() {
        assertThat(page.of("format", """
                [m.cost(44.31, true), m.cost(44.31, false), m.cost(0, 1), m.cost(undefined, true),
                  m.costOf({cost_usd: 1, unpriced_models: [{}]}), m.costOf({cost_usd: 1, unpriced_models: []}),
                  m.costOf(undefined)]"""))
                .isEqualTo("[\"$44.31+\",\"$44.31\",\"$0+\",\"–\",\"$1.00+\",\"$1.00\",\"–\"]");
    }

    @Test
    void largeNumbersAreRoundedAsTheCommandsRoundThem() {
        var counts = LongStream.concat(
                        LongStream.of(0, 999, 39_467, 784_500, 142_872_654, 208_499_999, 208_500_000, -1_500),
                        LongStream.iterate(1_000, unit -> unit <= 1_000_000_000_000L, unit -> unit * 10)
                                .flatMap(unit -> LongStream.of(-51, -50, -5, -1, 0, 49, 50, 51)
                                        .map(off -> unit + off * (unit / 1_000))))
                .boxed()
                .toList();
        assertThat(page.of("format", counts + ".map(m.short).join()"))
                .isEqualTo(counts.stream().map(CountWords::brief).collect(Collectors.joining(",", "\"", "\"")));
    }

    @Test
    void durationsAreWrittenAsTheCommandsWriteThem() {
        var spans = List.of(
                0L,
                340L,
                999L,
                1_000L,
                9_960L,
                9_999L,
                10_000L,
                59_600L,
                61_000L,
                3_599_999L,
                3_600_000L,
                90_000_000L,
                8_639_999_999L,
                8_640_000_000L);
        assertThat(page.of("format", spans + ".map(m.duration).join()"))
                .isEqualTo(spans.stream()
                        .map(Duration::ofMillis)
                        .map(DurationText::of)
                        .collect(Collectors.joining(",", "\"", "\"")));
        assertThat(page.of("format", "[-61000, null].map(m.duration)")).isEqualTo("[\"-1m 01s\",\"–\"]");
    }

    @Test
    void timesAreInTheZoneOfTheViewer() {
        assertThat(page.of("format", """
                (() => {
                  const now = Date.parse('2026-11-21T23:30:00Z');
                  return ['2026-11-21T23:13:42.103Z', '2026-11-21T22:00:00Z', '2026-07-01T10:00:00Z',
                    '2025-12-31T23:30:00Z', null].map((time) => (
                    [m.time(time, now), m.fullTime(time), m.ago(time, now)]));
                })()"""))
                .isEqualTo("[[\"00:13\",\"2026-11-22T00:13:42.103+01:00\",\"16 min ago\"],"
                        + "[\"21 Nov 23:00\",\"2026-11-21T23:00:00.000+01:00\",\"1 h ago\"],"
                        + "[\"1 Jul 12:00\",\"2026-07-01T12:00:00.000+02:00\",\"143 d ago\"],"
                        + "[\"1 Jan 00:30\",\"2026-01-01T00:30:00.000+01:00\",\"325 d ago\"],[\"–\",\"–\",\"–\"]]");
    }
}
