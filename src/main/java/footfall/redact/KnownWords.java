package footfall.redact;

import footfall.line.ErrorText;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The vocabulary of error messages of agents and tools. No other word of an error's first line leaves the
 * machine.
 */
final class KnownWords {
    private static final Set<String> WORDS =
            words("a aborted about access action actual additional after again agent agents all"
                    + " allowed already an and any api apply_patch are argument arguments array as at available bad"
                    + " bash be because been before between binary boolean but by bytes call called calls can can't"
                    + " cannot change changed changes char characters check claude client closed code command"
                    + " commands complete connect connected connection contain contains content contents context"
                    + " could couldn't create created current custom data deadline delete denied did didn't"
                    + " different directory disconnected do does doesn't don't due during eacces each eaddrinuse"
                    + " ebusy econnaborted econnrefused econnreset edit edited edits eexist ehostunreach eisdir either"
                    + " element emfile empty encoding ended endings enetunreach enoent enospc enotdir enotempty"
                    + " enotfound eperm epipe error errors etimedout exact exactly exceed exceeded exceeds execute"
                    + " execution exist existing exists exit expected expired external extra fail failed failure"
                    + " false fetch field file filename files find folder following for forbidden format found from"
                    + " full gateway get getaddrinfo given glob got grant granted grep greptool had hang has hasn't"
                    + " have haven't host http hunk i identify if illegal image in inaccessible including"
                    + " indentation index input inputvalidationerror inside instance instances instead intended"
                    + " internal into invalid is isn't issue issues it its json key large larger least length less"
                    + " limit limited line lines linter list loaded local locked long ls make many match matched"
                    + " matches matching maximum may mean mcp message method minimum minutes missing model modified"
                    + " modifying more most ms multiedit must name need network new no non non-empty not notebook"
                    + " notebookedit nothing null number object occurred occurrence occurrences of offset on once"
                    + " one only open operation option or other out output outside overloaded pages parameter"
                    + " parameters params parse parsing patch path pattern pending permission permissions permitted"
                    + " please port portions possible previous prior process properties property protocol provide"
                    + " provided proxy range rate reached read reading recent recognized refused refusing rejected"
                    + " remote replace replace_all replaced replacement request requested requests required requires"
                    + " reset resource respond response result results retry return returned run running same search"
                    + " second seconds server service session set should since size skill skills small socket span"
                    + " specific specified started status stopped stream string such support supported surrounding"
                    + " syntaxerror system task temporarily text than that the then there this time timed timeout"
                    + " timeouterror timeouts to todowrite token tokens too tool tools tried trouble true try type"
                    + " typeerror types unable unauthorized unavailable undefined unexpected unique uniquely unknown"
                    + " unreachable unsupported until up url use used user using valid validation value values"
                    + " verification via waiting was webfetch websearch were when while whitespace will with"
                    + " within without write writing written wrong yet you your zero");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,3})?(?:B|KB|MB|GB|ms|s|m|h|%)?");

    private KnownWords() {}

    /** With those of the phrases of agents. */
    private static Set<String> words(String list) {
        return Stream.concat(
                        Arrays.stream(list.split(" ")), ErrorText.words().map(word -> word.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet());
    }

    static boolean has(String word) {
        return WORDS.contains(word.toLowerCase(Locale.ROOT));
    }

    static boolean isSmallNumber(String word) {
        return NUMBER.matcher(word).matches();
    }
}
