/** Tier 4 on one machine: PostgreSQL, an embedder and a language model that a script stands for. */
@NullMarked
package dev.membrane.examples.tier4;

import org.jspecify.annotations.NullMarked;
