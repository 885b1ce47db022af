package dev.membrane.spi;

/**
 * A question to a store.
 *
 * @param filter which records may be found; part of the query, so that rows that do not pass never
 *     use up the limit
 * @param ranking the order
 * @param limit the most hits wanted, at least 1
 */
public record Search(Filter filter, Ranking ranking, int limit) {}
