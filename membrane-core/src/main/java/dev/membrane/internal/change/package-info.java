/**
 * What every way of changing records shares: the target behind the trust gate, the steps of a
 * changeset with their audit links and the instant of pruning, and what the caller is then shown.
 */
@NullMarked
package dev.membrane.internal.change;

import org.jspecify.annotations.NullMarked;
