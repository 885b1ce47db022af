/**
 * The gRPC door: requests are limited, translated and handed to the engine, and what the engine
 * answers or throws is translated back. Who may call, how much at once, and what becomes of a fault
 * is decided in interceptors, so that the service itself holds translation alone.
 *
 * <p>To read first: {@code GuardedServices}, {@code MembraneGrpcService} and {@code StatusMapping}.
 * The rest by what it is about:
 *
 * <ul>
 *   <li>translation: {@code IngestMapping}, {@code RetrieveMapping}, {@code RevisionMapping},
 *       {@code ConsolidationJson}, {@code Fields}
 *   <li>who calls: {@code GateCheck}, {@code CurrentAdmission}, {@code LateRefusals}, {@code Peer}
 *   <li>how much at once: {@code RequestLimits}, {@code CallLimit}, {@code ByteLimit}, {@code
 *       WeightLimit}, {@code Arrivals}, {@code ConnectionLimit}, {@code WatchLimit}, {@code
 *       AddressShares}, {@code Workers}
 *   <li>what is told of a call: {@code Supervision}, {@code FaultIds}, {@code RequestIds}, {@code
 *       CallEnds}
 *   <li>start and stop: {@code GrpcTransport}, {@code GrpcConfig}, {@code TlsFiles}, {@code
 *       WarmUp}, {@code Readiness}
 * </ul>
 */
@NullMarked
package dev.membrane.grpc;

import org.jspecify.annotations.NullMarked;
