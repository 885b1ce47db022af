/**
 * The stages that learn facts: from the events of an episode, or by a model. To read first: {@link
 * dev.membrane.internal.consolidate.fact.SemanticStage}, {@link
 * dev.membrane.internal.consolidate.fact.ExtractionStage}, and {@code Hearsay}, which decides what
 * is believed.
 */
@NullMarked
package dev.membrane.internal.consolidate.fact;

import org.jspecify.annotations.NullMarked;
