/**
 * The service {@code membrane.v1.MembraneService} without a transport: its messages, what each call
 * does, and what a caller is told when a call fails. Every transport uses this package, so that all
 * of them answer alike.
 *
 * <p>To read first: {@code MembraneCalls} and {@code CallFailures}. The rest by what it is about:
 *
 * <ul>
 *   <li>translation: {@code IngestMapping}, {@code RetrieveMapping}, {@code RevisionMapping},
 *       {@code ConsolidationJson}, {@code Fields}, {@code JsonFields}
 *   <li>as JSON for people: {@code ReadableJson}
 *   <li>how much at once: {@code RequestLimits}, {@code WeightLimit}, {@code OverloadException},
 *       {@code CallThreads}, {@code CallKind}
 *   <li>what is told of a call: {@code CallFailure}, {@code CallCode}, {@code CallIds}, {@code
 *       FaultIds}
 * </ul>
 */
@NullMarked
package dev.membrane.protocol;

import org.jspecify.annotations.NullMarked;
