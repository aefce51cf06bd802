package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** When two calls ask for the same. */
class SameInputTest {
    private static String of(String tool, String input) {
        return CallInput.read(
                        tool,
                        null,
                        Bytes.of(input.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                        new TextLines())
                .print();
    }

    @Test
    void equalFieldsInAnyOrderAreTheSameInput() {
        var grep = of("Grep", "{'pattern':'a','path':'src'}");
        assertThat(grep).matches("[0-9a-f]{16}");
        assertThat(of("Grep", "{ 'path' : 'src',\n'pattern':'a'}")).isEqualTo(grep);
        assertThat(of("Grep", "{'pattern':'src','path':'a'}")).isNotEqualTo(grep);
        assertThat(of("Grep", "{'pattern':'a'}")).isNotEqualTo(grep);
        assertThat(of("Grep", "{'pattern':'a','path':'src','-i':true}")).isNotEqualTo(grep);
    }

    @Test
    void whatSaysHowLongToWaitAndWhyIsNoPartOfIt() {
        assertThat(of("Bash", "{'command':'make','description':'Build','timeout':5000}"))
                .isEqualTo(of("Bash", "{'command':'make','description':'Build it again'}"))
                .isNotEqualTo(of("Bash", "{'command':'make -j'}"));
        assertThat(of("TaskOutput", "{'task_id':'7','block':true,'timeout':5000}"))
                .isEqualTo(of("TaskOutput", "{'task_id':'7','block':false,'timeout':9000}"))
                .isNotEqualTo(of("TaskOutput", "{'task_id':'8','block':true,'timeout':5000}"));
    }

    @Test
    void whatOtherToolsAreAskedToDescribeIsPartOfIt() {
        assertThat(of("TaskUpdate", "{'id':'1','description':'a'}"))
                .isNotEqualTo(of("TaskUpdate", "{'id':'1','description':'b'}"));
        assertThat(of("NotebookRead", "{'notebook_path':'a','cell_id':'1'}"))
                .isNotNull()
                .isNotEqualTo(of("NotebookRead", "{'notebook_path':'a','cell_id':'2'}"));
    }

    @Test
    void argumentsInATextAreTheSameAsAnObject() {
        assertThat(of("shell", "'{\\'cmd\\':\\'ls\\'}'".replace("\\'", "\\\""))).isEqualTo(of("shell", "{'cmd':'ls'}"));
        assertThat(of("exec", "'text(1)'")).isEqualTo(of("exec", "'text(1)'")).isNotEqualTo(of("exec", "'text(2)'"));
    }

    @Test
    void editsAndCallsWithoutAnInputHaveNoneAndReadsOfWholeFilesAreKnownByTheirFile() {
        assertThat(of("Edit", "{'file_path':'a','old_string':'b','new_string':'c'}"))
                .isNull();
        assertThat(of("Read", "{'file_path':'a'}")).isNull();
        assertThat(of("Read", "{'file_path':'a','offset':5}"))
                .isNotNull()
                .isNotEqualTo(of("Read", "{'file_path':'a','offset':6}"))
                .isNotEqualTo(of("Read", "{'file_path':'b','offset':5}"));
        assertThat(of("Read", "{}")).isNull();
        assertThat(of("Bash", "{'description':'Build'}")).isNull();
    }
}
