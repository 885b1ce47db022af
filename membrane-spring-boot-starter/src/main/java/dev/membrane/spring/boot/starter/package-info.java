/**
 * A memory for Spring Boot applications, in a file or on a server.
 *
 * <p>To read first: {@code MembraneProperties} and {@code MembraneAutoConfiguration}.
 */
@NullMarked
package dev.membrane.spring.boot.starter;

import org.jspecify.annotations.NullMarked;
