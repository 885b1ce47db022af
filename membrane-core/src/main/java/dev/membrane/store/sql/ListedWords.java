package dev.membrane.store.sql;

import java.util.List;

/**
 * The words of a record one by one.
 *
 * @param all with which it is found
 * @param counted those that pools count: terms and tags
 * @param tags the tags among them
 */
public record ListedWords(List<String> all, List<String> counted, List<String> tags) {}
