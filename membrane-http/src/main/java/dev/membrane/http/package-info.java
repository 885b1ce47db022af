/**
 * The HTTP transport: readable JSON under {@code /v1/}, and the Connect protocol in both of its
 * encodings. What each call does is in {@code dev.membrane.protocol}.
 *
 * <p>To read first: {@code RequestHandler} and {@code Routes}. The rest by what it is about:
 *
 * <ul>
 *   <li>what a body looks like: {@code Format} and those that implement it, {@code Resource}
 *   <li>who calls: {@code AllowedHosts}, {@code AllowedOrigins}
 *   <li>how much at once, and how slowly: {@code RequestByteLimit}, {@code BodyReader}, {@code
 *       ConnectionLimiter}, {@code Deadline}
 *   <li>start and stop: {@code HttpTransport}, {@code HttpConfig}
 * </ul>
 */
@NullMarked
package dev.membrane.http;

import org.jspecify.annotations.NullMarked;
