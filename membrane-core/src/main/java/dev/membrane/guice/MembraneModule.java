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
import dev.membrane.Memory;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import jakarta.inject.Singleton;

/**
 * Binds a memory for programs with an injector of their own: {@link Membrane}, as a singleton, the
 * same as a {@link Memory}, and each of its services, which are those of the builder's caller;
 * {@link Memory#as} answers with those of somebody else. It binds nothing else. A second memory
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
  Memory memory(Membrane membrane) {
    return membrane;
  }

  @Provides
  Ingestion ingestion(Memory memory) {
    return memory.ingestion();
  }

  @Provides
  Retrieval retrieval(Memory memory) {
    return memory.retrieval();
  }

  @Provides
  Listing listing(Memory memory) {
    return memory.listing();
  }

  @Provides
  Revision revision(Memory memory) {
    return memory.revision();
  }

  @Provides
  Maintenance maintenance(Memory memory) {
    return memory.maintenance();
  }

  @Provides
  AuditLog audit(Memory memory) {
    return memory.audit();
  }
}
