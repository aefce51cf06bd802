package footfall;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.tools.ToolProvider;

/** A source file as the compiler's parser sees it: its types, methods, imports and lines. */
record SourceFile(Path path, List<String> lines, List<String> imports, List<String> types, List<Method> methods) {
    /** A method; {@code free} when its parameters are not ours to choose: a record's, an override's. */
    record Method(String name, int lines, int parameters, boolean free) {}

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
            var positions = Trees.instance(task).getSourcePositions();
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(unit -> of(unit, positions))
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

    private static SourceFile of(CompilationUnitTree unit, SourcePositions positions) {
        var path = Path.of(unit.getSourceFile().getName());
        var types = new ArrayList<String>();
        var methods = new ArrayList<Method>();
        new Finder(unit, positions, types, methods).scan(unit, Tree.Kind.CLASS);
        var imports = unit.getImports().stream()
                .map(ImportTree::getQualifiedIdentifier)
                .map(Tree::toString)
                .toList();
        return new SourceFile(path, readLines(path), imports, types, methods);
    }

    private static List<String> readLines(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Visits with the kind of the enclosing type at hand. */
    private static final class Finder extends TreeScanner<Void, Tree.Kind> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> types;
        private final List<Method> methods;

        Finder(CompilationUnitTree unit, SourcePositions positions, List<String> types, List<Method> methods) {
            this.unit = unit;
            this.positions = positions;
            this.types = types;
            this.methods = methods;
        }

        @Override
        public Void visitClass(ClassTree type, Tree.Kind outer) {
            types.add(type.getSimpleName().toString());
            return super.visitClass(type, type.getKind());
        }

        @Override
        public Void visitMethod(MethodTree method, Tree.Kind type) {
            var length = lineOf(positions.getEndPosition(unit, method))
                    - lineOf(positions.getStartPosition(unit, method))
                    + 1;
            var constructsRecord = type == Tree.Kind.RECORD && method.getReturnType() == null;
            var annotations = method.getModifiers().getAnnotations().stream().map(Tree::toString);
            var overrides =
                    annotations.flatMap(text -> Stream.of(text.split("\\W+"))).anyMatch("Override"::equals);
            methods.add(new Method(
                    method.getName().toString(),
                    (int) length,
                    method.getParameters().size(),
                    constructsRecord || overrides));
            return super.visitMethod(method, type);
        }

        private long lineOf(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
