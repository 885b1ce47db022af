/**
 * What a plugin sees: the providers by which plugins are found, what they are given, and the
 * contracts of embedders, extractors and stages. The contract of stores is in {@code
 * dev.membrane.spi.store}, {@code dev.membrane.spi.commit} and {@code dev.membrane.spi.search},
 * that of keys in {@code dev.membrane.spi.keys}. Everything here and there is plain Java over
 * {@code dev.membrane.schema}.
 *
 * <p>To read first: {@link dev.membrane.spi.PluginProvider}, {@link dev.membrane.spi.PluginContext}
 * and {@link dev.membrane.spi.Config}. The rest by who needs it:
 *
 * <ul>
 *   <li>every plugin: {@code PluginProvider}, {@code PluginContext}, {@code Config}, {@code
 *       Observer}, {@code Tracer}, {@code FaultLog}
 *   <li>a store: {@code StoreProvider}
 *   <li>keys of encryption: {@code KeyProvider}
 *   <li>an embedder: {@code Embedder}, {@code EmbedderProvider}, {@code ModelException}
 *   <li>an extractor: {@code Extractor}, {@code ExtractorProvider}
 *   <li>a stage: {@code Stage}, {@code StageProvider}, {@code Episode}, {@code Notebook}
 *   <li>no plugin, only {@code Config}: {@code ConfigLayers}, {@code DurationText}, {@code
 *       SpellingSuggestion}
 * </ul>
 */
@NullMarked
package dev.membrane.spi;

import org.jspecify.annotations.NullMarked;
