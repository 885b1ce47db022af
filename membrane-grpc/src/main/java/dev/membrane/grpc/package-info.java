/**
 * The gRPC transport. What each call does is in {@code dev.membrane.protocol}. Interceptors decide
 * who may call, how much at once, and how faults are answered.
 *
 * <p>To read first: {@code GuardedServices}, {@code MembraneGrpcService} and {@code StatusMapping}.
 * The classes by what they are about:
 *
 * <ul>
 *   <li><b>start and stop</b>: {@code GrpcTransportProvider}, {@code GrpcTransport}, {@code
 *       GrpcConfig}, {@code WarmUp}, {@code Readiness}
 *   <li><b>threads and sockets</b>: {@code GrpcThreads}, {@code Sockets}
 *   <li><b>the service</b>: {@code GuardedServices}, {@code MembraneGrpcService}, {@code
 *       GrpcItemStreams}, {@code StreamMarshaller}
 *   <li><b>who calls</b>: {@code GateInterceptor}, {@code CurrentAdmission}, {@code LateRefusals},
 *       {@code Peer}
 *   <li><b>how much at once</b>: {@code CallLimit}, {@code ByteLimit}, {@code
 *       ItemLimitInterceptor}, {@code InboundLimiter}, {@code InboundRequest}, {@code
 *       ConnectionLimit}, {@code WatchLimitInterceptor}
 *   <li><b>how faults are answered</b>: {@code FailureInterceptor}, {@code StatusMapping}, {@code
 *       StatusDetails}, {@code TimeoutCheck}
 *   <li><b>what is reported of a call</b>: {@code RequestIdInterceptor}, {@code
 *       CallObserverInterceptor}, {@code TracingInterceptor}, {@code SurroundedSteps}
 * </ul>
 */
@NullMarked
package dev.membrane.grpc;

import org.jspecify.annotations.NullMarked;
