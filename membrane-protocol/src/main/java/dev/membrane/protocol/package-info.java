/**
 * The service {@code membrane.v1.MembraneService} without a transport: its messages, what each call
 * does, and what a caller is told when a call fails. Every transport uses this package, so that all
 * of them answer alike.
 *
 * <p>To read first: {@code MembraneCalls} and {@code CallFailures}. The classes by what they are
 * about:
 *
 * <ul>
 *   <li><b>calls</b>: {@code MembraneCalls}, {@code RevisionCalls}, {@code CallTable}, {@code
 *       IngestItems}, {@code ItemStreams}, {@code ItemStream}, {@code CallThreads}, {@code
 *       DaemonThreads}
 *   <li><b>translation</b>: {@code IngestMapping}, {@code EpisodeMapping}, {@code RetrieveMapping},
 *       {@code ReplayMapping}, {@code HistoryMapping}, {@code ListMapping}, {@code
 *       RevisionMapping}, {@code EraseMapping}, {@code ConsolidationMapping}, {@code Fields},
 *       {@code JsonFields}
 *   <li><b>as JSON for people</b>: {@code ReadableJson}, {@code ReadableJsonReader}, {@code
 *       ReadableJsonWriter}, {@code ScalarMember}, {@code ProtocolComments}
 *   <li><b>how much at once</b>: {@code RequestLimits}, {@code ItemCount}, {@code
 *       RequestByteLimit}, {@code WeightLimit}, {@code OverloadException}
 *   <li><b>what is reported of a call</b>: {@code CallFailures}, {@code CallFailure}, {@code
 *       CallCode}, {@code CallIds}, {@code FaultIds}
 * </ul>
 */
@NullMarked
package dev.membrane.protocol;

import org.jspecify.annotations.NullMarked;
