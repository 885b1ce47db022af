/**
 * The bundled server: what transports, and what HTTP serves besides the calls, are written against.
 * Every call from outside passes the gate on its way to memory; the gate checks the key and counts
 * the calls.
 *
 * <p>To read first: {@link dev.membrane.server.TransportProvider} and {@link
 * dev.membrane.server.Gate}. What limits connections is in {@code limits}, what monitoring reads in
 * {@code monitoring}; commands are written against {@code command}, and find the memory of this
 * machine with {@code local}. The server itself is below {@code internal}, each package built on
 * some before it: {@code config}, {@code access}, {@code metrics} and {@code plugin}; {@code
 * start}, which makes a server of a configuration; {@code process}, which has the main class; and
 * {@code command}, the commands of an operator. The classes by what they are about:
 *
 * <ul>
 *   <li><b>who calls</b>: {@code Gate}, {@code Access}, {@code Admission}, {@code
 *       NotAdmittedException}
 *   <li><b>for transports</b>: {@code TransportProvider}, {@code TransportContext}, {@code
 *       Transport}, {@code ListenAddress}
 *   <li><b>for what HTTP serves besides the calls</b>: {@code HttpEndpointProvider}, {@code
 *       HttpEndpoint}, {@code HttpRequest}, {@code HeaderText}, {@code HttpAnswer}, {@code
 *       HttpFileProvider}, {@code HttpFile}, {@code HttpAddress}
 *   <li><b>TLS</b>: {@code TlsFiles}, {@code ServerTrust}, {@code KeyPairs}
 *   <li><b>why no server starts</b>: {@code StartException}
 * </ul>
 */
@NullMarked
package dev.membrane.server;

import org.jspecify.annotations.NullMarked;
