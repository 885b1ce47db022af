package dev.membrane.protocol;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * The threads on which the calls of a transport run. Calls that wait for different things run on
 * different threads: if the disk hangs, writes stop but reads go on, and a long consolidation or
 * erasure stops neither. Large requests, reads and writes, wait for each other, so that processors
 * are left for small ones however many large ones there are. The threads are daemons. Thread-safe.
 */
public final class CallThreads implements AutoCloseable {

  /** How the names of the calls begin that read records and change none. */
  private static final Pattern READING = Pattern.compile("(?:Get|List|Replay|Retrieve).*");

  /**
   * Writes spend most of their time waiting for a commit, and commits that wait together share one
   * write to the disk: fewer threads than this would make every write slower.
   */
  private static final int LEAST_WRITING = 32;

  /**
   * Reads rarely wait. With many more threads than cores they would slow each other down; with a
   * few more than cores, one that waits for the disk leaves no core idle.
   */
  private static final int LEAST_READING = 4;

  /** To decode and check more bytes than this takes longer than most calls take as a whole. */
  private static final long SMALL_BYTES = 256 * 1024;

  private final ExecutorService writing;
  private final ExecutorService reading;
  private final ExecutorService large;
  private final ExecutorService consolidating;
  private final ExecutorService erasing;

  /**
   * Threads without work.
   *
   * @param transport the word with which the names of the threads begin
   */
  public CallThreads(String transport) {
    int cores = Runtime.getRuntime().availableProcessors();
    this.writing = threads(transport + "-write", Math.max(LEAST_WRITING, 4 * cores));
    this.reading = threads(transport + "-read", Math.max(LEAST_READING, 2 * cores));
    this.large = threads(transport + "-large", Math.max(1, cores / 2));
    this.consolidating = threads(transport + "-consolidate", 1);
    this.erasing = threads(transport + "-erase", 1);
  }

  private static ExecutorService threads(String name, int number) {
    return Executors.newFixedThreadPool(number, new DaemonThreads(name));
  }

  /**
   * The threads for a call.
   *
   * @param call its name in the service; whatever else is called runs with the writes
   * @param bytes of its request; 0 for a stream, whose items come one by one
   */
  public Executor of(String call, long bytes) {
    return switch (call) {
      case "RunConsolidation" -> consolidating;
      case "Erase" -> erasing;
      default -> bytes > SMALL_BYTES ? large : READING.matcher(call).matches() ? reading : writing;
    };
  }

  /** The threads of the calls that read. */
  public Executor reading() {
    return reading;
  }

  /** The threads of the calls that write. */
  public Executor writing() {
    return writing;
  }

  /** Takes no new calls, and lets those under way finish. It does not wait for them. */
  @Override
  public void close() {
    pools().forEach(ExecutorService::shutdown);
  }

  /** Takes no new calls, and interrupts those under way. It does not wait for them. */
  public void closeNow() {
    pools().forEach(ExecutorService::shutdownNow);
  }

  private List<ExecutorService> pools() {
    return List.of(writing, reading, large, consolidating, erasing);
  }
}
