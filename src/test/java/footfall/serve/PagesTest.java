package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the dashboard, as the server sends them. */
@Timeout(120)
class PagesTest {
    private static final Path FOLDER = Path.of("src/main/resources/footfall/serve/dashboard");
    private static final String D3 = "/dashboard/lib/d3.js";
    private static final Pattern IMPORT_MAP = Pattern.compile("(?s)<script type=\"importmap\">(.*?)</script>");
    private static final int TRANSFER_BYTES_MAX = 500_000;

    @TempDir
    Path folder;

    private static Served served(Path tokenFile) {
        return Served.with(tokenFile, LIMITS, Pages.load().routes().toArray(Route[]::new));
    }

    private static String page() throws IOException {
        return Files.readString(FOLDER.resolve("index.html"));
    }

    @Test
    void everyFileOfTheFolderIsListedAndNoOther() throws IOException {
        try (var files = Files.walk(FOLDER)) {
            var own = files.filter(Files::isRegularFile)
                    .map(file -> FOLDER.relativize(file).toString())
                    .filter(file -> !file.equals("assets.txt"))
                    .toList();
            assertThat(Pages.load().assets())
                    .extracting(Pages.Asset::resource)
                    .filteredOn(resource -> !resource.startsWith("META-INF/"))
                    .containsExactlyInAnyOrderElementsOf(own.stream()
                            .map(file -> "footfall/serve/dashboard/" + file)
                            .toList());
        }
    }

    @Test
    void aFileOfTheFolderHasItsPath() {
        assertThat(Pages.load().assets())
                .filteredOn(asset -> asset.resource().startsWith("footfall/serve/dashboard/"))
                .allSatisfy(asset -> assertThat(asset.path())
                        .isEqualTo(
                                asset.resource().endsWith("/index.html")
                                        ? "/"
                                        : asset.resource().substring("footfall/serve".length())));
    }

    @Test
    void theWholeDashboardIsSmall() {
        assertThat(Pages.load().assets().stream()
                        .mapToInt(asset -> asset.zipped().length())
                        .sum())
                .isLessThan(TRANSFER_BYTES_MAX);
    }

    @Test
    void thePageAllowsOnlyFilesOfItsServerAndItsImportMap() throws Exception {
        var map = IMPORT_MAP.matcher(page());
        assertThat(map.find()).isTrue();
        var hash = Base64.getEncoder()
                .encodeToString(
                        MessageDigest.getInstance("SHA-256").digest(map.group(1).getBytes(StandardCharsets.UTF_8)));
        try (var server = served(null)) {
            var answer = server.get("/");
            assertThat(answer.body()).isEqualTo(page());
            assertThat(answer.headers().map())
                    .containsEntry("content-type", List.of("text/html; charset=utf-8"))
                    .containsEntry("cache-control", List.of("no-cache"))
                    .containsEntry("vary", List.of("Accept-Encoding"))
                    .containsEntry("cross-origin-resource-policy", List.of("same-origin"))
                    .containsEntry("referrer-policy", List.of("no-referrer"))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .containsEntry(
                            "content-security-policy",
                            List.of("default-src 'none'; script-src 'self' 'sha256-" + hash
                                    + "'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
                                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                                    + "require-trusted-types-for 'script'; trusted-types lit-html"));
        }
    }

    @Test
    void thePageContainsNothingThatItsPolicyRefuses() throws IOException {
        var withoutMap = IMPORT_MAP.matcher(page()).replaceFirst("");
        assertThat(withoutMap)
                .doesNotContainPattern("(?i)<script(?![^>]* src=\"/dashboard/)")
                .doesNotContainPattern("(?i)<style|\\sstyle=|\\son[a-z]+=|javascript:|<base|<iframe|https?://");
    }

    @Test
    void everyFileHasItsMediaTypeAndNoOtherPolicy() throws Exception {
        var types = Map.of("css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8");
        try (var server = served(null)) {
            for (var asset : Pages.load().assets()) {
                var end = asset.path().substring(asset.path().lastIndexOf('.') + 1);
                if (types.containsKey(end)) {
                    var answer = server.get(asset.path());
                    assertThat(answer.statusCode()).as(asset.path()).isEqualTo(200);
                    assertThat(answer.headers().map())
                            .containsEntry("content-type", List.of(types.get(end)))
                            .containsEntry("x-content-type-options", List.of("nosniff"))
                            .containsEntry(
                                    "content-security-policy", List.of("default-src 'none'; frame-ancestors 'none'"));
                }
            }
        }
    }

    @Test
    void aFileIsCompressedForClientsThatAcceptIt() throws Exception {
        try (var server = served(null)) {
            var plain = server.get(D3);
            var request = HttpRequest.newBuilder(server.uri(D3))
                    .header("Accept-Encoding", "gzip, br")
                    .build();
            var zipped = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(zipped.body()).hasSizeLessThan(plain.body().length() / 2);
            try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(plain.body());
            }
            assertThat(zipped.headers().firstValue("ETag"))
                    .isNotEqualTo(plain.headers().firstValue("ETag"));
        }
    }

    @Test
    void aFileThatTheClientHasIsNotSentAgain() throws Exception {
        try (var server = served(null)) {
            for (var path : List.of("/", D3)) {
                var tag = server.get(path).headers().firstValue("ETag").orElseThrow();
                var again = server.get(path, "If-None-Match", tag);
                assertThat(again.statusCode()).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                var head = server.send("HEAD", path);
                assertThat(head.statusCode()).isEqualTo(200);
                assertThat(head.headers().firstValue("ETag")).contains(tag);
                assertThat(head.body()).isEmpty();
            }
        }
    }

    @Test
    void everyoneReadsTheFilesWithoutAToken() throws Exception {
        try (var server = served(folder.resolve("token"))) {
            assertThat(server.get("/").statusCode()).isEqualTo(200);
            assertThat(server.get(D3).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dashboard",
                "/dashboard/",
                "/dashboard/assets.txt",
                "/dashboard/index.html",
                "/dashboard/lib/d3.js/",
                "/dashboard/lib/../lib/d3.js",
                "/dashboard/%2e%2e/openapi.json",
                "/dashboard/..%2fopenapi.json",
                "/dashboard//lib/d3.js",
                "//",
                "/favicon.ico"
            })
    void noOtherPathIsServed(String path) throws Exception {
        try (var server = served(null)) {
            var raw = server.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(raw).startsWith("HTTP/1.1 404 Not Found\r\n");
            assertThat(raw).endsWith(Served.problem(404, "Not Found", "there is no such path"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "none", "same-origin"})
    void aLinkOfAnotherSiteLeadsToThePage(String site) throws Exception {
        assertThat(sent("/", site, "navigate", "document")).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void allElseOfAnotherSiteIsRefused() throws Exception {
        assertRefused(sent("/", "cross-site", "navigate", "iframe"));
        assertRefused(sent("/", "cross-site", "navigate", "document\r\nSec-Fetch-Dest: document"));
        assertRefused(sent("/", "cross-site", "no-cors", "document"));
        assertRefused(sent("/", "cross-site", "cors", "empty"));
        assertRefused(sent(D3, "cross-site", "navigate", "document"));
        assertRefused(sent(D3, "cross-site", "no-cors", "script"));
        assertRefused(sent("/api/v1/turns", "cross-site", "navigate", "document"));
        assertRefused(sent("//api/v1/turns", "same-site", "navigate", "document"));
    }

    private static void assertRefused(String raw) {
        assertThat(raw)
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("pages of other sites cannot send requests to this server");
    }

    private static String sent(String path, String site, String mode, String destination) throws IOException {
        try (var server = served(null)) {
            var request = "GET %s HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: %s\r\nSec-Fetch-Mode: %s\r\n"
                    + "Sec-Fetch-Dest: %s\r\nConnection: close\r\n\r\n";
            return server.raw(request.formatted(path, site, mode, destination));
        }
    }
}
