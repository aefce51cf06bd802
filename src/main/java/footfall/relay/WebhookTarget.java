package footfall.relay;

/** Where messages go, and how. {@code signature}: null if they are not signed. */
public record WebhookTarget(Endpoint endpoint, MessageFormat format, Signature signature) {}
