package footfall.topology;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;

/** Records the position of the record at which a bug stopped the client, without its content. */
public final class FailurePlace implements ProcessingExceptionHandler {
    static final String PLACE = "footfall.failure.place";

    private AtomicReference<String> place = new AtomicReference<>();

    @Override
    @SuppressWarnings("unchecked") // Only Streaming sets it.
    public void configure(Map<String, ?> configs) {
        if (configs.get(PLACE) instanceof AtomicReference<?> given) {
            place = (AtomicReference<String>) given;
        }
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception bug) {
        place.compareAndSet(null, describe(context));
        return Response.fail();
    }

    private static String describe(ErrorHandlerContext context) {
        var session =
                context.sourceRawKey() == null ? "none" : new String(context.sourceRawKey(), StandardCharsets.UTF_8);
        return context.topic() == null
                ? "a punctuation of task " + context.taskId() + " in " + context.processorNodeId()
                : "session " + session + ", topic " + context.topic() + ", partition " + context.partition()
                        + ", offset "
                        + context.offset();
    }
}
