/**
 * What a plugin sees: the contract of stores, the types that it uses, and the providers by which
 * plugins are found. Everything here is plain Java over {@code dev.membrane.schema}.
 *
 * <p>To read first: {@link dev.membrane.spi.MemoryStore}, {@link dev.membrane.spi.Changeset} and
 * {@link dev.membrane.spi.Filter}. The rest by who needs it:
 *
 * <ul>
 *   <li>every plugin: {@code PluginProvider}, {@code PluginContext}, {@code Config}, {@code
 *       Observer}, {@code Tracer}, {@code FaultLog}
 *   <li>a store: {@code StoreProvider}, {@code StoreReader}, {@code ForwardingStore}, {@code
 *       Inspection}, {@code StoredRecord}, {@code RecordHeader}
 *   <li>its commits: {@code Change}, {@code Key}, {@code QueueRow}, {@code KeptRun}, {@code
 *       Embedding}, {@code VersionSteps}, {@code ConflictException}
 *   <li>its searches: {@code Visibility}, {@code Hit}, {@code Terms}, {@code Arrivals}, {@code
 *       Neighbours}, {@code RunMatches}
 *   <li>its figures: {@code Statistics}
 *   <li>its audit log: {@code AuditTrail}
 *   <li>what some stores can do: {@code Vectors}, {@code Vector}, {@code Leases}, {@code History},
 *       {@code Contents}, {@code StoredBytes}
 *   <li>failures of a store: {@code StoreOpenException}, {@code StoreUnavailableException}, {@code
 *       UnreadableRecordException}, {@code UnreadableScopeException}, {@code DamageLog}
 *   <li>encryption: {@code StoreEncryption}, {@code KeyProvider}, {@code KeyEncryptionKey}, {@code
 *       KeyFile}, {@code KeyException}
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
