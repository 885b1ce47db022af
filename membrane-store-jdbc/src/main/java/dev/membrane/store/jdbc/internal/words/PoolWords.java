package dev.membrane.store.jdbc.internal.words;

import java.util.Collection;
import java.util.List;

/**
 * Words that are looked for in some pools.
 *
 * @param pools whose words have the same form
 * @param words as the index knows them there
 */
public record PoolWords(List<Long> pools, Collection<String> words) {}
