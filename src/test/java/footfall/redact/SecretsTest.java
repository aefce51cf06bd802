package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.redact.Failure.SecretFormat;
import footfall.redact.Failure.Secrets;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final Pattern RANDOM = Pattern.compile("\\{([axud])(\\d+)}");
    private static final Pattern SECRET = Pattern.compile("«(.*?)»", Pattern.DOTALL);

    /** Random characters in place of {@code {a20}}, the same for the same seed. */
    private static String filled(String example, long seed) {
        var random = new Random(seed);
        return RANDOM.matcher(example.replace("\\n", "\n")).replaceAll(found -> {
            var alphabet = switch (found.group(1)) {
                case "x" -> "0123456789abcdef";
                case "u" -> "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
                case "d" -> "0123456789";
                default -> "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
            };
            var text = new StringBuilder();
            random.ints(Integer.parseInt(found.group(2)), 0, alphabet.length())
                    .forEach(i -> text.append(alphabet.charAt(i)));
            return text.toString();
        });
    }

    private static String plain(String example) {
        return example.replace("«", "").replace("»", "");
    }

    private static String hidden(String example) {
        return SECRET.matcher(example).replaceAll("<secret>");
    }

    private static Stream<SecretFormat> formats() {
        return SecretFormat.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    void aRowMasksTheSecretOfItsExample(SecretFormat format) {
        for (long seed = 0; seed < 5; seed++) {
            var example = filled(format.example(), seed);
            assertThat(format.mayBeIn(plain(example).toLowerCase())).isTrue();
            assertThat(format.masked(plain(example), "<secret>")).isEqualTo(hidden(example));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    void allRowsTogetherMaskTheSecretOfEachExample(SecretFormat format) {
        for (long seed = 0; seed < 5; seed++) {
            var example = filled(format.example(), seed);
            var masked = Secrets.masked(plain(example));
            var found = SECRET.matcher(example);
            assertThat(found.find()).isTrue();
            assertThat(masked).doesNotContain(found.group(1)).contains("<secret>");
            assertThat(Secrets.masked(masked)).isEqualTo(masked);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '~',
            value = {
                "pwd=«hunter2» → 1",
                "pass=«hunter2» → 1",
                "DB_PASS=«hunter2» → 1",
                "MYSQL_PWD: «hunter2» → 1",
                "PASSWORD_PROD=«hunter2» → 1",
                "{\\\"password\\\":\\\"«hun ter2»\\\" → 1",
                "{\\\\\\\"password\\\\\\\": \\\\\\\"«hunter2»\\\\\\\" → 1",
                "{\"password\": \"«it's \\\" me»\"} → 1",
                "password\\t=\\t«hunter2» → 1",
                "password\\n:\\n«hunter2» → 1",
                "'secret' => '«hunter2»' → 1",
                "client_secret := «hunter2» → 1",
                "postgres://jane:«p@ss/w»@db/x → 1",
                "--password «hunter2» → 1",
                "--db-password=«hunter2» → 1",
                "--token '«hun ter2»' → 1",
                "-u jane:«hunter2» → 1",
                "--user=jane:«hunter2» → 1",
                "Authorization: «Negotiate YII» → 1",
                "\"Authorization\": \"«AWS4-HMAC-SHA256 Credential=x/y, Signature=z → 1",
                "X-Api-Key: «hunter2» → 1",
                "api key: «hunter2» → 1",
                "SharedAccessKey=«hunter2» → 1",
                "AccountKey=«aGk=»;EndpointSuffix=x → 1",
                "?sig=«hunter2» → 1",
                "_auth = «hunter2» → 1",
                "password=«correct horse battery» → 1",
                "password: «correct horse», user: jane → 1",
                "password=«hunter2» host=db → 1",
                "got Bearer «abc» → 1",
                "Bearer token missing → 0",
                "git clone oauth2:«TOKEN»@host → 1",
                "https://jane:«p://w@x»@host/ → 1",
                "openssl enc -k «hunter2» → 1",
                "pytest -k pass → 0",
                "net use /user:bob «pw» → 1",
                "net use \\\\srv\\x «pw» /user:bob → 1",
                "zip -P «hunter2» a.zip b → 1",
                "os.environ['SECRET'] = '«hunter2»' → 1",
                "-P Bearer: x → 0",
                "tests passed: 12 → 0",
                "KeyError: 'name' → 0",
                "author: jane → 0",
                "Compass points → 0"
            })
    void whatFollowsANameOfASecretIsMasked(String example, int count) {
        var masked = Secrets.masked(plain(example.replace("\\t", "\t").replace("\\n", "\n")));
        assertThat(masked.split("<secret>", -1)).as(masked).hasSize(count + 1);
        SECRET.matcher(example).results().forEach(found -> assertThat(masked).doesNotContain(found.group(1)));
        assertThat(masked).doesNotContain("hunter2", "p@ss");
    }

    @Test
    void aPasswordMayBeSeveralWords() {
        assertThat(Secrets.masked("password=correct horse battery")).isEqualTo("password=<secret>");
        assertThat(Secrets.masked("Passphrase: correct horse, user=jane")).isEqualTo("Passphrase: <secret>, user=jane");
        assertThat(Secrets.masked("password=hunter2 host=db")).isEqualTo("password=<secret> host=db");
    }

    @Test
    void aValueMayStandOnTheNextLine() {
        assertThat(Secrets.masked("password\t=\n\thunter2\nnext")).isEqualTo("password\t=\n\t<secret>\nnext");
        assertThat(Secrets.masked("password: |\n  hunter2\nnext")).isEqualTo("password: |\n  <secret>\nnext");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zm9vYmFyYmF6cXV4Q29ycmVjdDEyMzQ",
                "9f86d081884c7d659a2feaa0c55ad015",
                "x7q9k2m4v8b1n6c3z5l0p7w2",
                "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY"
            })
    void aWordThatLooksRandomIsMasked(String word) {
        assertThat(Secrets.masked("got " + word + ".")).isEqualTo("got <secret>.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Exit code 1",
                "src/main/java/footfall/redact/RedactedLine.java:24",
                "",
                "NullPointerException in footfall.cli.SessionCommandsTest",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
                "00000000000000000000000000000000",
                "my-long-module-name-for-testing-2",
                "https://example.com:8080/a/b",
                "123e4567-e89b-12d3",
                "FAILED tests/test_api.py::test_lists_all_orders - assert 3 == 4"
            })
    void ordinaryTextStays(String text) {
        assertThat(Secrets.masked(text)).isEqualTo(text);
    }

    /** An attempt at one :// ends at the third that follows: no character is read more than a few times. */
    @Test
    void manyAddressesAreReadInTimeThatGrowsWithTheirLength() {
        var expression = formats()
                .filter(format -> format.name().equals("url-password"))
                .findFirst()
                .orElseThrow()
                .expression();
        for (var text : List.of("://", "://a:", "a://b:c")) {
            var counted = new CountedText(text.repeat(1_300));
            assertThat(expression.matcher(counted).find()).isFalse();
            assertThat(counted.read).isLessThan(12L * counted.length());
        }
    }

    /** Counts how often a character of it is read. */
    private static final class CountedText implements CharSequence {
        private final String text;
        private long read;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            read++;
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }

    /** Every step of an expression is bounded, so long texts that nearly match do not exhaust stack or time. */
    @Test
    void longTextsThatNearlyMatchAreRead() {
        var near = List.of(
                "password",
                "=",
                "://",
                ":",
                "\\",
                "\"",
                "a",
                "-",
                "-u ",
                "a:",
                " ",
                "<",
                "\t=",
                "key",
                "mysql ",
                "-----BEGIN ",
                "x,",
                "\\n",
                "eyJ.",
                "login ",
                "A",
                "password=\\",
                "token is ");
        for (var one : near) {
            for (var other : List.of("", "=", "\"", " ")) {
                var text = (one + other).repeat(8_000 / (one.length() + other.length()));
                assertThat(Secrets.masked(text).length()).isLessThanOrEqualTo(text.length() * 9);
            }
        }
    }
}
