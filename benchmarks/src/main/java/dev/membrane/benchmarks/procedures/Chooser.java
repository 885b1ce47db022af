package dev.membrane.benchmarks.procedures;

/** Chooses procedures for tasks, and is told how that went. */
interface Chooser extends AutoCloseable {

  /** The number of a procedure for the next task. */
  int choose();

  /** Tells how the task ended that a procedure was chosen for. */
  void report(int procedure, boolean isSuccess);

  @Override
  default void close() {}
}
