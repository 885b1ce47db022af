/**
 * What a user of the library needs: a memory and its services, their requests and answers, callers,
 * and exceptions.
 *
 * <p>To read first: {@link dev.membrane.Membrane}, {@link dev.membrane.Ingestion} and {@link
 * dev.membrane.Retrieval}. The rest by topic:
 *
 * <ul>
 *   <li>construction: {@link dev.membrane.MembraneBuilder}, {@link dev.membrane.ConfigException}
 *   <li>callers: {@link dev.membrane.Caller}, {@link dev.membrane.TrustContext}, {@link
 *       dev.membrane.Permission}, {@link dev.membrane.Quota}
 *   <li>experience: {@link dev.membrane.IngestRequest} and its six kinds, {@link
 *       dev.membrane.IngestOptions}, {@link dev.membrane.IngestAnswer}; many at once: {@link
 *       dev.membrane.IngestBatchRequest}, {@link dev.membrane.IngestStream}
 *   <li>questions: {@link dev.membrane.RetrieveRequest}, {@link dev.membrane.RetrieveAnswer},
 *       {@link dev.membrane.Selection}, {@link dev.membrane.AuditLog}, {@link dev.membrane.Metrics}
 *   <li>changes: {@link dev.membrane.Revision}, {@link dev.membrane.Decay}
 *   <li>background work: {@link dev.membrane.Consolidation}, {@link dev.membrane.Maintenance}
 * </ul>
 */
@NullMarked
package dev.membrane;

import org.jspecify.annotations.NullMarked;
