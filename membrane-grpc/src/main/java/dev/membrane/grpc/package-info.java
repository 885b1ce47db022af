/**
 * The gRPC transport. What each call does is in {@code dev.membrane.protocol}. Interceptors decide
 * who may call, how much at once, and how faults are answered.
 *
 * <p>To read first: {@code GuardedServices}, {@code MembraneGrpcService} and {@code StatusMapping}.
 * The rest by what it is about:
 *
 * <ul>
 *   <li>who calls: {@code GateCheck}, {@code CurrentAdmission}, {@code LateRefusals}, {@code Peer}
 *   <li>how much at once: {@code CallLimit}, {@code ByteLimit}, {@code InboundLimiter}, {@code
 *       ConnectionLimit}, {@code WatchLimit}, {@code GrpcThreads}
 *   <li>what is told of a call: {@code Supervision}, {@code RequestIds}, {@code CallEnds}, {@code
 *       SurroundedSteps}
 *   <li>start and stop: {@code GrpcTransport}, {@code GrpcConfig}, {@code WarmUp}, {@code
 *       Readiness}
 * </ul>
 */
@NullMarked
package dev.membrane.grpc;

import org.jspecify.annotations.NullMarked;
