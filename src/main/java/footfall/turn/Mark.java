package footfall.turn;

import footfall.line.FileId;

/** The last byte offset taken from a file into a trail. Lines at or below it were seen before. */
public record Mark(FileId file, long offset) {}
