package dev.membrane.langchain4j;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What every part of the adapter is tested with, wherever the memory is. */
@Execution(ExecutionMode.CONCURRENT)
abstract class AdapterContract {

  static final Caller APP = Caller.named("app").in("project");

  Membrane all;
  Memory memory;

  /** A new memory for a caller with every right, who can speak for others. */
  abstract Membrane openMembrane();

  /** Learns from what has happened. */
  abstract void consolidate();

  @BeforeEach
  final void open() {
    all = openMembrane();
    memory = all.as(APP);
  }

  @AfterEach
  final void close() {
    all.close();
  }
}
