package dev.membrane.tck;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of {@link Membrane}, for the engine itself and for its clients. A subclass says how
 * one is opened; each test has one of its own.
 */
public abstract class MembraneTck
    implements IngestionContract,
        BatchContract,
        EpisodeContract,
        RetrievalContract,
        RevisionContract,
        PastContract,
        ErasureContract,
        LearningContract,
        CallerContract {

  private Membrane membrane;
  private Memory project;

  /** For subclasses. */
  protected MembraneTck() {}

  /** A new, empty memory without background jobs, for a caller with every right. */
  protected abstract Membrane openMembrane();

  @Override
  public final Membrane membrane() {
    return membrane;
  }

  @Override
  public final Memory project() {
    return project;
  }

  @BeforeEach
  void open() {
    membrane = openMembrane();
    project = membrane.as(Caller.named("ann").in(SCOPE));
  }

  @AfterEach
  void close() {
    membrane.close();
  }
}
