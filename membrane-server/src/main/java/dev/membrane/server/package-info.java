/**
 * The bundled server. It reads the configuration, finds and chooses plugins, starts and stops
 * transports, and has the command line. Every call from outside passes the gate on its way to
 * memory; the gate checks the key and counts the calls.
 *
 * <p>To read first: {@code Membraned}, {@code Server} and {@link dev.membrane.server.Gate}. The
 * classes by what they are about:
 *
 * <ul>
 *   <li><b>process</b>: {@code Membraned}, {@code ProcessContext}, {@code ProcessLines}, {@code
 *       StandardOutput}, {@code ReloadSignal}, {@code Version}
 *   <li><b>start</b>: {@code Server}, {@code StartException}, {@code StoreFailure}, {@code
 *       ArchiveTraining}, {@code MissingArchive}
 *   <li><b>configuration</b>: {@code ConfigFile}, {@code ServerConfig}, {@code ServerOptions},
 *       {@code PlainFlags}, {@code Variables}, {@code ListenAddress}, {@code HttpAddress}, {@code
 *       FileFault}
 *   <li><b>plugins</b>, how they are found and asked: {@code Plugins}, {@code IdlePlugins}, {@code
 *       Plugin}, {@code PluginStore}, {@code PluginKey}, {@code PluginEmbedder}, {@code
 *       PluginTransport}
 *   <li><b>who calls</b>: {@code Gate}, {@code Access}, {@code Admission}, {@code
 *       NotAdmittedException}, {@code AcceptedKeys}, {@code ReloadableKeys}, {@code ApiKey}, {@code
 *       Principals}, {@code Principal}, {@code PrincipalEntry}
 *   <li><b>how often, and from where</b>: {@code CallRate}, {@code FailureLimit}, {@code
 *       SlowedRefusals}, {@code CallerAddress}, {@code AddressShares}, {@code ConnectionShares}
 *   <li><b>TLS</b>: {@code TlsFiles}, {@code ServerTrust}, {@code TlsWarnings}, {@code KeyPairs}
 *   <li><b>for transports</b>: {@code TransportProvider}, {@code TransportContext}, {@code
 *       Transport}
 *   <li><b>for what HTTP serves besides the calls</b>: {@code HttpEndpointProvider}, {@code
 *       HttpEndpoint}, {@code HttpRequest}, {@code HeaderText}, {@code HttpAnswer}, {@code
 *       HttpFileProvider}, {@code HttpFile}
 *   <li><b>for commands</b>, those of other modules too: {@code CommandProvider}, {@code
 *       CommandContext}, {@code LocalMemory}, {@code HttpCaller}, {@code EmptyArgumentCheck}; the
 *       server's own commands are in a sub-package
 *   <li><b>metrics and traces</b>: {@code Meters}, {@code ServerMetrics}, {@code MetricsEndpoint},
 *       {@code MetricsPages}, {@code RequestThreads}, {@code ReadyCheck}, {@code
 *       TelemetryProvider}, {@code Telemetry}
 * </ul>
 */
@NullMarked
package dev.membrane.server;

import org.jspecify.annotations.NullMarked;
