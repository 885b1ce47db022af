/**
 * The bundled server. It reads the configuration, finds and chooses plugins, starts and stops
 * transports, and has the command line. Every call from outside passes the gate on its way to
 * memory; the gate checks the key and counts the calls.
 *
 * <p>To read first: {@code Membraned}, {@code Server} and {@link dev.membrane.server.Gate}. The
 * rest by what it is about:
 *
 * <ul>
 *   <li>start: {@code ConfigFile}, {@code ServerConfig}, {@code Plugins}, {@code Plugin}, {@code
 *       ArchiveTraining}, {@code ReloadSignal}
 *   <li>who calls: {@link dev.membrane.server.Access}, {@code AcceptedKeys}, {@code Principals},
 *       {@code CallRate}, {@code FailureLimit}, {@code SlowedRefusals}
 *   <li>for transports: {@link dev.membrane.server.TransportProvider}, {@link
 *       dev.membrane.server.TransportContext}, {@link dev.membrane.server.ListenAddress}
 *   <li>the other commands: {@code ExportCommand}, {@code VerifyAuditCommand} and so on, with what
 *       they share in {@code ServerOptions}; and for commands that modules bring, {@link
 *       dev.membrane.server.CommandProvider}, {@link dev.membrane.server.LocalMemory}
 *   <li>metrics: {@code Meters}, {@code MetricsEndpoint}, {@code RequestThreads}, {@code
 *       ReadyCheck}
 * </ul>
 */
@NullMarked
package dev.membrane.server;

import org.jspecify.annotations.NullMarked;
