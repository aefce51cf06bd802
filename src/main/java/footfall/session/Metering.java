package footfall.session;

import footfall.turn.Prices;
import footfall.turn.TurnRules.UsageTimes;

/** What a message costs, and how exactly its time is kept. */
public record Metering(Prices prices, UsageTimes times) {}
