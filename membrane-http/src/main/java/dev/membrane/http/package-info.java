/**
 * The HTTP transport: readable JSON under {@code /v1/}, and the Connect protocol in both of its
 * encodings. What each call does is in {@code dev.membrane.protocol}.
 *
 * <p>To read first: {@code RequestHandler} and {@code Routes}. The classes by what they are about:
 *
 * <ul>
 *   <li><b>start and stop</b>: {@code HttpTransportProvider}, {@code HttpTransport}, {@code
 *       HttpSetup}, {@code HttpConfig}, {@code FirstConnection}, {@code JettyServer}
 *   <li><b>a request</b>, from its headers to its answer: {@code RequestHandler}, {@code Exchange},
 *       {@code HttpCall}, {@code CallHeaders}, {@code BodyReader}, {@code RestOfBody}, {@code
 *       HttpRefusal}, {@code Statuses}, {@code ErrorAnswers}
 *   <li><b>streams of items</b>: {@code LineStream}, {@code LineBuffer}
 *   <li><b>what is called</b>: {@code Routes}, {@code Route}, {@code ResourcePath}, {@code
 *       Resource}, {@code Target}, {@code RpcTarget}, {@code StreamTarget}, {@code EndpointTarget}
 *   <li><b>what a body looks like</b>: {@code Format}, {@code RestFormat}, {@code ConnectFormat},
 *       {@code ConnectJson}, {@code ConnectBinary}, {@code ConnectLimits}, {@code FaultyMember},
 *       {@code RequiredMembers}
 *   <li><b>who calls</b>: {@code AllowedHosts}, {@code AllowedOrigins}
 *   <li><b>how much at once, and how slowly</b>: {@code ConnectionLimiter}, {@code ClientWatch},
 *       {@code Deadline}
 *   <li><b>pages without a key</b>: {@code OpenPages}, {@code OpenApi}, {@code RequestWords}
 * </ul>
 */
@NullMarked
package dev.membrane.http;

import org.jspecify.annotations.NullMarked;
