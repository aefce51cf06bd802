package footfall.ask;

import java.util.function.UnaryOperator;

/** What the instance that asks may know of users. */
public interface Asker {
    /** Sees names. */
    Asker OF_NAMES = new Asker() {
        @Override
        public UnaryOperator<String> comparedWith(String user) {
            return UnaryOperator.identity();
        }

        @Override
        public String user(String name) {
            return name;
        }
    };

    /** How users are compared with the one that is asked for, which may be a pseudonym. */
    UnaryOperator<String> comparedWith(String user);

    /** A user as it sees it. */
    String user(String name);
}
