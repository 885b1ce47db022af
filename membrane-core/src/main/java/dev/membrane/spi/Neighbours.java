package dev.membrane.spi;

import org.jspecify.annotations.Nullable;

/**
 * What arrived next to a record: the records inserted last before it and first after it, of those
 * of its scope and type that are seen in full and, unless retired ones count, are not retired. One
 * that does not pass the whole filter is left out, and no other takes its place.
 *
 * @param id the record
 * @param length the length of its text in terms
 * @param before without term counts; null if there is none
 * @param after without term counts; null if there is none
 */
public record Neighbours(String id, int length, @Nullable Hit before, @Nullable Hit after) {}
