/**
 * The contract tests that every store, extractor and embedder passes, and the rules of architecture
 * that every module keeps. A vendor writes one class that extends {@link
 * dev.membrane.tck.MemoryStoreTck}, {@link dev.membrane.tck.ExtractorTck} or {@link
 * dev.membrane.tck.EmbedderTck}.
 */
@NullMarked
package dev.membrane.tck;

import org.jspecify.annotations.NullMarked;
