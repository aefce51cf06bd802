package footfall.view;

/** The shippers cannot be read; the message says why and what to do. */
public final class ShippersUnknown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isWithoutTopic;

    private ShippersUnknown(String message, Throwable cause, boolean isWithoutTopic) {
        super(message, cause);
        this.isWithoutTopic = isWithoutTopic;
    }

    public ShippersUnknown(String message, Throwable cause) {
        this(message, cause, false);
    }

    public static ShippersUnknown withoutTopic(String topic) {
        return new ShippersUnknown(
                "the cluster has no topic " + topic
                        + "; run 'footfall topics create' with the same --bootstrap-servers, --config and --set "
                        + "as the processor",
                null,
                true);
    }

    /** Whether no shipper has ever reported, because the topic does not exist. */
    public boolean isWithoutTopic() {
        return isWithoutTopic;
    }
}
