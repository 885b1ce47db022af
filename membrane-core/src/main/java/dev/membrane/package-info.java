/**
 * What a user of the library needs: a memory and its services, their requests and answers, callers,
 * and exceptions.
 *
 * <p>To read first: {@link dev.membrane.Membrane}, {@link dev.membrane.Memory}, {@link
 * dev.membrane.Ingestion} and {@link dev.membrane.Retrieval}. The rest by topic:
 *
 * <ul>
 *   <li>construction: {@code MembraneBuilder}
 *   <li>callers: {@code Caller}, {@code TrustContext}, {@code Permission}
 *   <li>experience: {@code IngestRequest}, {@code EventRequest}, {@code ToolOutputRequest}, {@code
 *       ObservationRequest}, {@code OutcomeRequest}, {@code WorkingStateRequest}, {@code
 *       RecordRequest}
 *   <li>how it is taken in: {@code IngestOptions}, {@code OptionsBuilder}, {@code IngestAnswer}
 *   <li>questions: {@code RetrieveRequest}, {@code RetrieveAnswer}, {@code TokenEstimate}, {@code
 *       RetrieveEpisodeRequest}, {@code RetrieveEpisodeAnswer}
 *   <li>replays of answers: {@code ReplayAnswer}
 *   <li>what requests have in common: {@code RequestValues}
 *   <li>lists: {@code Listing}, {@code ListRecordsRequest}, {@code ListSkillsRequest}, {@code
 *       PageRequest}, {@code Page}
 *   <li>the past of records: {@code AuditLog}
 *   <li>changes: {@code Revision}, {@code EraseRequest}
 *   <li>background work: {@code Maintenance}, {@code ConsolidationResult}, {@code JobsReport}
 *   <li>errors: {@code ConfigException}, {@code NotFoundException}, {@code AccessDeniedException},
 *       {@code AlreadyExistsException}, {@code FailedPreconditionException}, {@code
 *       QuotaExceededException}, {@code CancelledException}, {@code ClosedException}
 * </ul>
 */
@NullMarked
package dev.membrane;

import org.jspecify.annotations.NullMarked;
