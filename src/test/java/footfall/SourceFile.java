package footfall;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.tools.ToolProvider;

/** A source file as the compiler's parser sees it: its types, imports and lines. */
record SourceFile(Path path, List<String> lines, List<String> imports, List<String> types) {
    /** Every Java file below the directory, or none when there is no such directory. */
    static List<SourceFile> below(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null);
                var paths = Files.walk(directory)) {
            var sources = paths.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
            var task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(SourceFile::of)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The package's name without {@code footfall.}: the first step below it. */
    String topPackage() {
        var line = lines.stream()
                .filter(text -> text.startsWith("package "))
                .findFirst()
                .orElse("package footfall;");
        return line.replaceFirst("^package footfall\\.?", "").replaceAll("[.;].*", "");
    }

    String text() {
        return String.join("\n", lines);
    }

    private static SourceFile of(CompilationUnitTree unit) {
        var path = Path.of(unit.getSourceFile().getName());
        var types = new ArrayList<String>();
        new Finder(types).scan(unit, null);
        var imports = unit.getImports().stream()
                .map(ImportTree::getQualifiedIdentifier)
                .map(Tree::toString)
                .toList();
        return new SourceFile(path, readLines(path), imports, types);
    }

    private static List<String> readLines(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static final class Finder extends TreeScanner<Void, Void> {
        private final List<String> types;

        Finder(List<String> types) {
            this.types = types;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            types.add(type.getSimpleName().toString());
            return super.visitClass(type, nothing);
        }
    }
}
