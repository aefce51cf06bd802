package footfall.serve;

import java.util.List;
import java.util.Objects;

/** What a route answers, and to which parameters. {@code topology-docs/openapi.json} is generated from it. */
public record Operation(String id, String summary, List<Parameter<?>> parameters, Reply reply) {
    public Operation {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(summary, "summary is null");
        parameters = List.copyOf(parameters);
        Objects.requireNonNull(reply, "reply is null");
    }

    /** The body of a successful answer; {@code type} is the record in it, null for text. */
    public record Reply(String mediaType, Shape shape, Class<?> type) {
        /** The media type of server-sent events. */
        static final String EVENTS = "text/event-stream";

        /** Server-sent events, until the client or the server ends. */
        public static Reply events() {
            return text(EVENTS);
        }

        boolean isEndless() {
            return mediaType.equals(EVENTS);
        }

        public static Reply text(String mediaType) {
            return new Reply(mediaType, Shape.TEXT, null);
        }

        /** A record and nothing around it. */
        public static Reply record(Class<?> type) {
            return new Reply(Json.TYPE, Shape.RECORD, type);
        }

        /** A record with its coverage. */
        public static Reply one(Class<?> type) {
            return new Reply(Json.TYPE, Shape.ONE, type);
        }

        /** A list with its coverage; or, if the client accepts {@link ApiRoutes.ListLines#TYPE}, its lines. */
        public static Reply list(Class<?> type) {
            return new Reply(Json.TYPE, Shape.LIST, type);
        }

        /**
         * A page of a list with its coverage; or, if the client accepts {@link ApiRoutes.ListLines#TYPE}, the whole
         * list.
         */
        public static Reply pages(Class<?> type) {
            return new Reply(Json.TYPE, Shape.PAGES, type);
        }
    }

    /** What is around the record. */
    public enum Shape {
        TEXT,
        RECORD,
        ONE,
        LIST,
        PAGES
    }
}
