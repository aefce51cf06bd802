package footfall.dashboard;

import footfall.testkit.Chromium;
import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One {@link Chromium}, and one {@link ServedHome} over the stories, for all classes of a JVM that name them as
 * parameters; a {@link ModulePage} for each class that does. Each class appends sessions of its own to that home.
 * Skips a class where there is no browser.
 */
final class SharedDashboard implements ExecutionCondition, ParameterResolver {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(SharedDashboard.class);

    /** The home in a folder that is deleted with it. */
    private record Stories(ServedHome home, Path folder) implements AutoCloseable {
        static Stories start() {
            try {
                var folder = Files.createTempDirectory("footfall-dashboard");
                return new Stories(ServedHome.ofStories(folder).caughtUp(), folder);
            } catch (Exception broken) {
                throw new AssertionError(broken);
            }
        }

        @Override
        public void close() throws IOException {
            home.close();
            Folders.delete(folder);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Chromium.missing()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled(null));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Chromium.class || type == ServedHome.class || type == ModulePage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var store = context.getStore(StoreScope.LAUNCHER_SESSION, OURS);
        var type = parameter.getParameter().getType();
        if (type == ServedHome.class) {
            return store.computeIfAbsent(Stories.class, key -> Stories.start(), Stories.class)
                    .home();
        }
        var chromium = store.computeIfAbsent(Chromium.class, key -> Chromium.start(), Chromium.class);
        return type == Chromium.class
                ? chromium
                : context.getStore(OURS).computeIfAbsent(type, key -> ModulePage.in(chromium), ModulePage.class);
    }
}
