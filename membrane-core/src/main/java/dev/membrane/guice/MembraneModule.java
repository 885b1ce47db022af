package dev.membrane.guice;

import static java.util.Objects.requireNonNull;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import dev.membrane.AuditLog;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import jakarta.inject.Singleton;

/**
 * Binds a memory for programs with an injector of their own: {@link Membrane}, as a singleton, and
 * each of its services, which are those of {@link dev.membrane.Caller#ANONYMOUS} with every right;
 * {@link Membrane#as} answers with those of somebody else. It binds nothing else. A second memory
 * needs a private module. Guice does not come with the library.
 */
public final class MembraneModule extends AbstractModule {

  private final MembraneBuilder builder;

  /** A module that builds the memory when it is first asked for; the program closes it. */
  public MembraneModule(MembraneBuilder builder) {
    this.builder = requireNonNull(builder, "builder");
  }

  @Provides
  @Singleton
  Membrane membrane() {
    return builder.build();
  }

  @Provides
  Ingestion ingestion(Membrane membrane) {
    return membrane.ingestion();
  }

  @Provides
  Retrieval retrieval(Membrane membrane) {
    return membrane.retrieval();
  }

  @Provides
  Listing listing(Membrane membrane) {
    return membrane.listing();
  }

  @Provides
  Revision revision(Membrane membrane) {
    return membrane.revision();
  }

  @Provides
  Maintenance maintenance(Membrane membrane) {
    return membrane.maintenance();
  }

  @Provides
  AuditLog audit(Membrane membrane) {
    return membrane.audit();
  }
}
