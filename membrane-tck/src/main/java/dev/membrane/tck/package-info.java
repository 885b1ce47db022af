/**
 * The contract tests that every plugin passes, and the rules of architecture that every module
 * keeps. A vendor writes one class that extends the one whose name ends with {@code Tck}, such as
 * {@link dev.membrane.tck.MemoryStoreTck} or {@link dev.membrane.tck.TransportTck}.
 *
 * <p>To read first: {@link dev.membrane.tck.MemoryStoreTck}, {@code CommitContract} and {@code
 * Sample}. The rest by what it is about:
 *
 * <ul>
 *   <li>parts of a contract: the classes whose names end with {@code Contract}; what some stores
 *       can do besides: {@code PersistentStoreTck}, {@code LeasesTck}, {@code VectorsTck}
 *   <li>the other plugins: {@code ExtractorTck}, {@code RemoteExtractorTck}, {@code EmbedderTck},
 *       {@code StageTck}, {@code TransportTck}, {@code KeyProviderTck}
 *   <li>any memory: {@code MembraneTck}, {@code ProcedureTck}
 *   <li>records to test with: {@code Samples}, {@code Payloads}, {@code RandomSamples}, {@code
 *       Scenes}, {@code Seed}
 *   <li>architecture: {@code ArchitectureTck}, {@code ArchitectureRules}, {@code PackageRules},
 *       {@code LibraryRules}
 * </ul>
 */
@NullMarked
package dev.membrane.tck;

import org.jspecify.annotations.NullMarked;
