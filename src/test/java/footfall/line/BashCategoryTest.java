package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BashCategoryTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '→',
            value = {
                "cd /foo && git status → Version Control",
                "sudo systemctl restart nginx → Server & System",
                "FOO=bar python test.py → Running Code",
                "source venv/bin/activate → Running Code",
                ". .venv/bin/activate → Running Code",
                "source ~/.bashrc → Server & System",
                ". ./env.sh → Server & System",
                "./venv/bin/python x.py → Running Code",
                "/usr/bin/git log → Version Control",
                "cat foo | grep bar → Searching & Reading",
                "xyzzy | grep bar → Other",
                "cd /foo → Other",
                "cd /foo; cd /bar → Other",
                "xyzzy; ls → Searching & Reading",
                "A=1 B=2 sudo rm -rf x → File Management",
                "sudo FOO=1 curl x → Testing & Monitoring",
                "docker-compose up → Server & System",
                "biome check → Running Code",
                "gitk → Other",
                "git_x → Other",
                "git-lfs pull → Version Control",
                "python3.11 -m pytest → Running Code",
                "pip3.12 install x → Running Code",
                "./gradlew.bat → Running Code",
                "python2 x.py → Other",
                "'  git   status' → Version Control",
                "'' → Other",
                "'&& ; |' → Other",
                "FOO=bar → Other",
                "sudo → Other"
            })
    void theFirstSegmentThatMatchesDecides(String command, String label) {
        assertThat(BashCategory.of(command).label()).isEqualTo(label);
    }
}
