package footfall.dashboard;

import com.microsoft.playwright.Route;
import footfall.testkit.Chromium;
import footfall.testkit.OpenPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * An empty page that modules of the dashboard are imported into. No server runs: the files come from the class path,
 * and {@code /stream} answers with one event, after a position with the loss of others.
 */
final class ModulePage implements AutoCloseable {
    private static final String ORIGIN = "http://footfall.test";
    private static final String FOLDER = "/footfall/serve/dashboard/";
    private static final String START = "<script type=\"module\" src=\"/dashboard/app.js\"></script>";
    private static final String FIRST = "retry: 2000\n\nid: one\nevent: turn\ndata: {\"n\":1}\n\nid: two\n\n";
    private static final String THEN =
            "id: three\nevent: reset\ndata: {\"reason\":\"retention\"}\n\nevent: alert\ndata: {}\n\n";

    private final OpenPage page;
    private final Map<String, String> resources;
    private final List<String> lastEventIds = new CopyOnWriteArrayList<>();

    private ModulePage(Chromium chromium) {
        page = chromium.open("about:blank", Chromium.Look.LIGHT);
        resources = resource(FOLDER + "assets.txt")
                .lines()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> "/" + words[1]));
    }

    static ModulePage in(Chromium chromium) {
        var opened = new ModulePage(chromium);
        opened.page.page().route("**/*", opened::answer);
        opened.page.go(ORIGIN + "/");
        return opened;
    }

    /** The value of an expression as JSON; {@code m} is the module. */
    String of(String module, String expression) {
        return (String) page.page()
                .evaluate("async () => { const m = await import('/dashboard/" + module
                        + ".js'); return JSON.stringify(await (" + expression + ")); }");
    }

    /** The position that each request for events named; {@code none} without one. */
    List<String> lastEventIds() {
        return List.copyOf(lastEventIds);
    }

    private void answer(Route route) {
        var path = route.request().url().substring(ORIGIN.length());
        var answer = new Route.FulfillOptions();
        if (path.equals("/stream")) {
            var last = route.request().headers().getOrDefault("last-event-id", "none");
            lastEventIds.add(last);
            route.fulfill(answer.setContentType("text/event-stream").setBody(last.equals("none") ? FIRST : THEN));
        } else {
            route.fulfill(answer.setContentType(type(path))
                    .setBody(resource(resources.get(path)).replace(START, "")));
        }
    }

    private static String type(String path) {
        if (path.endsWith(".js")) {
            return "text/javascript";
        }
        return path.endsWith(".css") ? "text/css" : path.endsWith(".svg") ? "image/svg+xml" : "text/html";
    }

    private static String resource(String name) {
        try (var in = ModulePage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Fails after a problem in the page. */
    @Override
    public void close() {
        try (page) {
            page.assertNoProblem();
        }
    }

    /** {@code result} after a view was opened with {@code id} and {@code params}, drawn in {@code root}. */
    String view(String view, String params, String answer, String result) {
        return of("views/" + view, """
                (async () => {
                  const {render} = await import('lit-html');
                  const asked = [];
                  const answer = %s;
                  const app = {
                    api: {get: async (path, given) => {
                      asked.push([path, given]);
                      return answer(path, given);
                    }},
                    events: {subscribe: () => () => {}},
                    update: () => {}, announce: () => {}, filters: () => '', link: () => '#/', linkWith: () => '#/',
                  };
                  const view = new m.default(app);
                  const {id, ...params} = %s;
                  Object.assign(view, {id, params});
                  view.open(id, params);
                  const root = document.querySelector('#app');
                  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setTimeout(resolve));
                  try {
                    render(view.template(), root);
                    await new Promise((resolve) => setTimeout(resolve, 50));
                    const text = (selector) => [...root.querySelectorAll(selector)].map(
                        (each) => each.textContent.replace(/\\s+/g, ' ').trim());
                    %s
                  } finally {
                    view.close();
                  }
                })()""".formatted(answer, params, result));
    }
}
