package footfall.redact;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The vocabulary of error messages of agents and tools. No other word of an error's first line leaves the
 * machine.
 */
final class KnownWords {
    private static final Set<String> WORDS =
            words("a aborted about access action actual after again agent agents all allowed already"
                    + " an and any api apply_patch are argument arguments array as at available bad bash be because"
                    + " been before between binary boolean but by bytes call called calls can can't cannot"
                    + " change changed changes char characters check claude client closed code command"
                    + " commands complete connect connected connection contain contains content contents"
                    + " context could couldn't create created current custom data deadline delete denied did"
                    + " didn't different directory disconnected do does doesn't don't due during eacces"
                    + " each eaddrinuse ebusy econnaborted econnrefused econnreset edit edited eexist"
                    + " ehostunreach eisdir either element emfile empty encoding ended enetunreach enoent"
                    + " enospc enotdir enotempty enotfound eperm epipe error errors etimedout exactly"
                    + " exceed exceeded exceeds execute execution exist existing exists exit expected"
                    + " expired external extra fail failed failure false fetch field file filename files find"
                    + " folder following for forbidden format found from full gateway get getaddrinfo"
                    + " given glob got grant granted grep greptool had hang has hasn't have haven't host"
                    + " http hunk i identify if illegal image in index input inputvalidationerror inside"
                    + " instance instances instead internal into invalid is isn't issue issues it its json"
                    + " key large larger least length less limit limited line lines linter list loaded"
                    + " local locked long ls make many match matched matches matching maximum may mcp"
                    + " message method minimum minutes missing modified more most ms multiedit must name"
                    + " need network new no non not notebook notebookedit nothing null number object"
                    + " occurred occurrence occurrences of offset on once one only open operation option"
                    + " or other out output outside overloaded pages parameter parameters parse parsing"
                    + " patch path pattern pending permission permissions permitted please port portions"
                    + " possible prior process protocol provide provided proxy range rate reached read"
                    + " reading recognized refused rejected remote replace replace_all replaced request"
                    + " requested requests required requires reset resource respond response result"
                    + " results retry return returned run running same search second seconds server"
                    + " service session set should since size skill skills small socket specific specified"
                    + " started status stopped stream string such support supported syntaxerror system"
                    + " task temporarily text than that the then there this time timed timeout"
                    + " timeouterror timeouts to todowrite token tokens too tool tools trouble true try"
                    + " type typeerror types unable unauthorized unavailable undefined unexpected unique"
                    + " uniquely unknown unreachable unsupported until up url use used user using valid"
                    + " validation value values verification via waiting was webfetch websearch were when while will"
                    + " with within without write writing written wrong yet you your zero");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,3})?(?:B|KB|MB|GB|ms|s|m|h|%)?");

    private KnownWords() {}

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(" ")).collect(Collectors.toUnmodifiableSet());
    }

    static boolean has(String word) {
        return WORDS.contains(word.toLowerCase(Locale.ROOT));
    }

    static boolean isSmallNumber(String word) {
        return NUMBER.matcher(word).matches();
    }
}
