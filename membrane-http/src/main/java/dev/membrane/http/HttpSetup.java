package dev.membrane.http;

import dev.membrane.server.Gate;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import java.time.Duration;
import java.util.List;

/**
 * What the HTTP transport is made of.
 *
 * @param gate admits the callers
 * @param observer is notified of every call
 * @param tracer follows every call
 * @param pages what everybody may read; they are closed with the transport
 * @param endpoints what other modules serve
 * @param grace how long the calls under way may go on when it is closed
 */
record HttpSetup(
    HttpConfig config,
    Gate gate,
    Observer observer,
    Tracer tracer,
    OpenPages pages,
    List<HttpEndpoint> endpoints,
    Duration grace) {}
