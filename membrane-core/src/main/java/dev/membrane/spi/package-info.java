/**
 * What a plugin sees: the contract of stores, the types that it uses, and the providers by which
 * plugins are found. Everything here is plain Java over {@code dev.membrane.schema}.
 *
 * <p>To read first: {@link dev.membrane.spi.MemoryStore}, {@link dev.membrane.spi.Changeset} and
 * {@link dev.membrane.spi.Search}. The rest by who needs it:
 *
 * <ul>
 *   <li>every plugin: {@code PluginProvider}, {@code PluginContext}, {@code Config}, {@code
 *       Observer}
 *   <li>a store: {@code StoreProvider}, {@code StoreReader}, {@code Stored}, {@code Anchor}, {@code
 *       Change}, {@code Key}, {@code QueueRow}, {@code Filter}, {@code Visibility}, {@code
 *       Ranking}, {@code Hit}, {@code Header}, {@code KeptRun}, {@code RunMatches}, {@code
 *       Statistics}, {@code AuditTrail}, and as capabilities {@code Vectors} and {@code Leases}
 *   <li>an embedder: {@code Embedder}, {@code EmbedderProvider}, {@code ModelException}
 *   <li>an extractor: {@code Extractor}, {@code ExtractorProvider}, {@code CandidateFact}
 *   <li>a stage: {@code Stage}, {@code StageProvider}, {@code Episode}, {@code LessonCodec}, {@code
 *       Notebook}, {@code Knowledge}
 * </ul>
 */
@NullMarked
package dev.membrane.spi;

import org.jspecify.annotations.NullMarked;
