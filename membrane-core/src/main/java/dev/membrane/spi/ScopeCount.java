package dev.membrane.spi;

import org.jspecify.annotations.Nullable;

/**
 * How many records there are in a scope.
 *
 * @param scope its name; null: those without a scope
 * @param records how many, at least 1
 */
public record ScopeCount(@Nullable String scope, long records) {}
