/**
 * The gRPC door: requests are limited, translated and handed to the engine, and what the engine
 * answers or throws is translated back. Who may call, how much at once, and what becomes of a fault
 * is decided in interceptors, so that the service itself holds translation alone.
 */
@NullMarked
package dev.membrane.grpc;

import org.jspecify.annotations.NullMarked;
