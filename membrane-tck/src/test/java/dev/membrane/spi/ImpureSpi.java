package dev.membrane.spi;

import com.google.inject.Injector;
import java.sql.Connection;

/** Lets every vendor live with an injector and a driver. */
public record ImpureSpi(Injector injector, Connection connection) {}
