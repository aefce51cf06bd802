package footfall.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Takes long, and the result does not depend on the version of Java. {@code mvn verify} skips the test, and CI runs it
 * once, on its oldest JDK. {@code mvn verify -Plong} runs only such tests; a test that is named always runs.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("long")
public @interface LongSuite {}
