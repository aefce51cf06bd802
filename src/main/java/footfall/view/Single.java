package footfall.view;

/** One record, null when there is none, and whether every instance was asked. */
public record Single<T>(T item, Coverage coverage) {}
