package footfall.turn;

/** The tokens of a model without a price, or of which the transcript contains only the output. */
public record UnpricedModel(String model, Tokens tokens) {}
