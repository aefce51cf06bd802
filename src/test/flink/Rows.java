import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.RowKind;

/** Prints the rows that queries end with, a line each, after the statements of a file: Rows.java FILE QUERY... */
public final class Rows {
    public static void main(String[] arguments) throws Exception {
        var config = new Configuration();
        config.setString("parallelism.default", "1");
        var flink = TableEnvironment.create(EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(config)
                .build());
        flink.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        for (var statement : Files.readString(Path.of(arguments[0])).split(";\n")) {
            if (!statement.isBlank()) {
                flink.executeSql(statement);
            }
        }
        for (var query : Arrays.asList(arguments).subList(1, arguments.length)) {
            var rows = new ArrayList<String>();
            try (var changes = flink.executeSql(query).collect()) {
                while (changes.hasNext()) {
                    var row = changes.next();
                    boolean isThere = row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER;
                    row.setKind(RowKind.INSERT);
                    if (isThere) {
                        rows.add(row.toString());
                    } else {
                        rows.remove(row.toString());
                    }
                }
            }
            rows.forEach(System.out::println);
        }
        System.exit(0);
    }
}
