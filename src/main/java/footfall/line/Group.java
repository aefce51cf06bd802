package footfall.line;

/** A group of components of a wide record: JSON and schemas have the components in place of the group. */
public interface Group {}
