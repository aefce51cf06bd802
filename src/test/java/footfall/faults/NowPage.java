package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Chromium;
import footfall.testkit.OpenPage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The view Now of the dashboard in a browser, which stays open. */
final class NowPage implements AutoCloseable {
    /** So few turns that the view shows all of them. */
    static final String AGENT = "claude";

    /** A start on a loaded machine takes this long at most; looks at the page have a limit of their own. */
    private static final int PATIENCE_S = 240;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The IDs of turns are in the addresses of their links. */
    private static final String SHOWN = """
            () => {
              const all = (selector) => [...document.querySelectorAll(selector)];
              const id = (link) => decodeURIComponent(link.getAttribute('href').match(/#\\/turn\\/([^?]*)/)[1]);
              const text = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
              const turns = 'section[aria-labelledby=now-closed] ul.feed > li';
              return JSON.stringify({
                connection: all('.connection').map((each) => each.className.match(/connection-(\\w+)/)[1]).join(),
                closed: all(turns).map((row) => ({id: id(row.querySelector('a[href*="#/turn/"]')), text: text(row)})),
                open: all('.open-turn .open-name').map(id),
                alerts: all('section[aria-labelledby=now-alerts] a[href*="#/turn/"]').map(id),
                notices: all('main .failure, main .notice').map(text),
              });
            }""";

    /** Playwright may be used by one thread only. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor(run -> {
        var browser = new Thread(run, "browser");
        browser.setDaemon(true);
        return browser;
    });

    private Chromium chromium;
    private OpenPage page;

    private NowPage() {}

    /** Returns when the page gets events. {@code server}: the address of a processor, which has started. */
    static NowPage of(String server) throws Exception {
        var now = new NowPage();
        try {
            now.run(() -> {
                now.chromium = Chromium.start();
                now.page = now.chromium.open(server + "/#/now?agent=" + AGENT, Chromium.Look.LIGHT);
                now.page.live().settled();
                return now.page;
            });
            return now;
        } catch (Exception | Error why) {
            now.close();
            throw why;
        }
    }

    PageContent content() throws Exception {
        return run(() -> {
            var shown = tree((String) page.page().evaluate(SHOWN));
            var steps = new TreeMap<String, Integer>();
            var problems = new ArrayList<>(page.problemsBut(OpenPage.NO_ANSWER, OpenPage.NOT_FOUND));
            problems.addAll(texts(shown.get("notices")));
            for (var row : shown.get("closed")) {
                if (steps.put(row.get("id").asText(), steps(row.get("text").asText())) != null) {
                    problems.add("the turn " + row.get("id").asText() + " is shown twice");
                }
            }
            return new PageContent(
                    shown.get("connection").asText(),
                    steps,
                    texts(shown.get("open")),
                    texts(shown.get("alerts")),
                    problems);
        });
    }

    private static int steps(String row) {
        return Integer.parseInt(row.replaceFirst(".*?(\\d+) steps?\\b.*", "$1"));
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return JSON.readTree(json);
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private <T> T run(Callable<T> task) throws Exception {
        return thread.submit(task).get(PATIENCE_S, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.execute(() -> {
            if (chromium != null) {
                chromium.close();
            }
        });
        thread.shutdown();
        try {
            assertThat(thread.awaitTermination(PATIENCE_S, TimeUnit.SECONDS))
                    .as("the browser ends")
                    .isTrue();
        } catch (InterruptedException why) {
            Thread.currentThread().interrupt();
        }
    }
}
