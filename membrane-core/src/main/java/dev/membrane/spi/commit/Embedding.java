package dev.membrane.spi.commit;

import dev.membrane.spi.store.History;
import dev.membrane.spi.store.Vector;

/**
 * The vector of a record's text. A record has at most one. A later one replaces it, and it is
 * deleted with the record; a {@link History} may keep it.
 *
 * @param id the record
 * @param model the model, see {@code Embedder.model}
 * @param vector the vector
 */
public record Embedding(String id, String model, Vector vector) {}
