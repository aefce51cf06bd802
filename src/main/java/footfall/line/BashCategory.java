package footfall.line;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/** The purpose of a shell command, from the first word that is known. */
public enum BashCategory {
    VERSION_CONTROL("Version Control"),
    RUNNING_CODE("Running Code"),
    SEARCHING_AND_READING("Searching & Reading"),
    FILE_MANAGEMENT("File Management"),
    TESTING_AND_MONITORING("Testing & Monitoring"),
    SERVER_AND_SYSTEM("Server & System"),
    OTHER("Other");

    private static final String SPACES = " \t\n\u000B\f\r";
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=\\S*");
    private static final Map<String, BashCategory> BY_WORD = byWord();

    private final String label;

    BashCategory(String label) {
        this.label = label;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }

    /** The category of a command line: that of the first segment with a known first word. */
    public static BashCategory of(String command) {
        int from = 0;
        while (from < command.length()) {
            int to = segmentEnd(command, from);
            var category = ofSegment(command.substring(from, to));
            if (category != null) {
                return category;
            }
            from = command.startsWith("&&", to) ? to + 2 : to + 1;
        }
        return OTHER;
    }

    /**
     * The position of the next {@code &&} or {@code ;}. Written by hand, because a regular expression takes
     * longer than all other steps.
     */
    private static int segmentEnd(String command, int from) {
        int to = from;
        while (to < command.length()
                && command.charAt(to) != ';'
                && !(command.charAt(to) == '&' && command.startsWith("&&", to))) {
            to++;
        }
        return to;
    }

    private static BashCategory ofSegment(String segment) {
        int pipe = segment.indexOf('|');
        var words = new StringTokenizer((pipe < 0 ? segment : segment.substring(0, pipe)).strip(), SPACES);
        var first = next(words);
        while (first.equals("sudo")
                || first.indexOf('=') > 0 && ASSIGNMENT.matcher(first).matches()) {
            first = next(words);
        }
        var word = first.substring(first.lastIndexOf('/') + 1);
        if (word.equals("source") || first.equals(".")) {
            var argument = next(words);
            return argument.contains("venv") || argument.contains("activate") ? RUNNING_CODE : SERVER_AND_SYSTEM;
        }
        return ofWord(word);
    }

    /** The longest listed word that is a prefix of the word at a word boundary: {@code python3.11}. */
    private static BashCategory ofWord(String word) {
        int end = word.length();
        var category = BY_WORD.get(word);
        while (category == null && end > 1) {
            end--;
            category = isWordCharacter(word.charAt(end)) ? null : BY_WORD.get(word.substring(0, end));
        }
        return category;
    }

    /** The {@code \b} of regular expressions. */
    private static boolean isWordCharacter(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    /** Empty at the end. */
    private static String next(StringTokenizer words) {
        return words.hasMoreTokens() ? words.nextToken() : "";
    }

    private static Map<String, BashCategory> byWord() {
        var words = new EnumMap<BashCategory, String>(BashCategory.class);
        words.put(VERSION_CONTROL, "git gh");
        words.put(
                RUNNING_CODE,
                "python python3 pip pip3 node npm npx yarn pytest uvicorn mypy ruff black isort flake8 pylint"
                        + " pnpm bun deno tsc jest vitest eslint prettier go cargo rustc java javac mvn mvnw gradle"
                        + " gradlew make cmake dotnet ruby bundle rake php composer swift zig uv poetry tox biome");
        words.put(SEARCHING_AND_READING, "grep rg find fd ag ack ls cat head tail wc tree sort uniq tee stat du df");
        words.put(FILE_MANAGEMENT, "mkdir rmdir rm mv cp chmod chown ln touch tar zip unzip gzip");
        words.put(
                TESTING_AND_MONITORING,
                "curl wget ssh scp rsync ping nc netstat ss ps kill pkill top htop lsof which whereis");
        words.put(
                SERVER_AND_SYSTEM,
                "systemctl journalctl service docker docker-compose nginx hostname uname date whoami env export"
                        + " echo printf sleep sed awk sqlite3");
        var table = new HashMap<String, BashCategory>();
        words.forEach((category, list) -> List.of(list.split(" ")).forEach(word -> table.put(word, category)));
        return Map.copyOf(table);
    }
}
