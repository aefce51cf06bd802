package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.LiveView.Browser;
import footfall.cli.LiveView.DashboardKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The key {@code o}: a browser where the desktop has one, else the address. */
@Timeout(60)
class BrowserTest {
    private static final String URL = "http://127.0.0.1:19080";

    @TempDir
    Path folder;

    private Optional<Browser> browser(String program, String script, String variable) throws IOException {
        var file = Files.writeString(folder.resolve(program), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return Browser.of(Map.of("PATH", "/nowhere::" + folder, variable, ":0"), "Linux");
    }

    private String opened() throws IOException {
        return Files.readString(folder.resolve("opened"));
    }

    private String script(int exit) {
        return "echo \"$@\" > " + folder.resolve("opened") + "; exit " + exit;
    }

    /** The words of the key after it was pressed and the program of the browser has ended. */
    private static String pressed(Browser browser, String turn) throws InterruptedException {
        var changed = new ArrayBlockingQueue<String>(1);
        var key = new DashboardKey(
                Optional.of(URL), Optional.empty(), Optional.of(browser), () -> changed.add("changed"));
        key.pressed(turn);
        assertThat(changed.poll(30, TimeUnit.SECONDS)).isEqualTo("changed");
        return key.words();
    }

    @Test
    void theDesktopsProgramOpensTheDashboard() throws Exception {
        var browser = browser("xdg-open", script(0), "DISPLAY").orElseThrow();
        assertThat(pressed(browser, null)).isEqualTo("opened in the browser: " + URL + "/");
        assertThat(opened()).isEqualTo(URL + "/\n");
    }

    @Test
    void anOpenedTurnIsOpenedInTheDashboardWhateverItsIdContains() throws Exception {
        var browser = browser("xdg-open", script(0), "WAYLAND_DISPLAY").orElseThrow();
        pressed(browser, "4f2a/ $(x);\"<b>:7");
        assertThat(opened()).isEqualTo(URL + "/#/turn/4f2a%2F%20%24%28x%29%3B%22%3Cb%3E%3A7\n");
    }

    @Test
    void aProgramThatFailsLeavesTheAddress() throws Exception {
        var browser = browser("xdg-open", script(3), "DISPLAY").orElseThrow();
        assertThat(browser.open(URL).toCompletableFuture().get(4, TimeUnit.MINUTES))
                .isFalse();
        var key = new DashboardKey(Optional.of(URL), Optional.empty(), Optional.of(browser), () -> {});
        key.pressed(null);
        assertThat(key.words()).isEqualTo("dashboard: " + URL + "/");
    }

    @Test
    void programsThatDoNotEndAreLimited() throws Exception {
        var held = Files.createFile(folder.resolve("held"));
        var browser = browser("xdg-open", "while [ -e " + held + " ]; do sleep 0.1; done", "DISPLAY")
                .orElseThrow();
        for (int i = 0; i < 4; i++) {
            assertThat(browser.open(URL).toCompletableFuture()).isNotDone();
        }
        assertThat(browser.open(URL).toCompletableFuture()).isCompletedWithValue(false);
        Files.delete(held);
    }

    @Test
    void withoutADesktopOrItsProgramThereIsNoBrowserAndTheAddressIsShown() throws Exception {
        assertThat(browser("xdg-open", script(0), "SSH_CONNECTION")).isEmpty();
        assertThat(Browser.of(Map.of("PATH", "/nowhere", "DISPLAY", ":0"), "Linux"))
                .isEmpty();
        assertThat(Browser.of(Map.of("DISPLAY", ":0"), "Linux")).isEmpty();
        browser("open", script(0), "HOME");
        assertThat(Browser.of(Map.of("PATH", folder.toString()), "Mac OS X")).isPresent();
        var key = new DashboardKey(Optional.of(URL), Optional.empty(), Optional.empty(), () -> {});
        key.pressed(null);
        assertThat(key.words()).isEqualTo("dashboard: " + URL + "/");
        key.forget();
        assertThat(key.words()).isEmpty();
    }

    @Test
    void aProcessWithoutAServerSaysSo() {
        var key = new DashboardKey(Optional.empty(), Optional.empty(), Optional.empty(), () -> {});
        key.pressed(null);
        assertThat(key.words()).isEqualTo("this process serves no dashboard; set serve = \"on\"");
    }
}
