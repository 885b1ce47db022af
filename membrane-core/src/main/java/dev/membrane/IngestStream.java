package dev.membrane;

import dev.membrane.schema.MembraneException;

/**
 * Hands in experience piece by piece, without waiting for each to be stored. Pieces that wait at
 * the same time are stored with one commit. Every piece is answered, in the order of sending, once
 * it is stored or refused; a refused piece does not end the stream.
 *
 * <p>One thread sends. The answers are given to the consumer by another thread, one at a time; the
 * consumer must not send. If the stream breaks, everything that was answered is stored, and of the
 * rest an unknown part; sent again under the same idempotency keys it is stored once.
 */
public interface IngestStream extends AutoCloseable {

  /** The most pieces that were sent and are not answered yet. */
  int MAX_IN_FLIGHT = 256;

  /**
   * Hands in the next piece. Waits while {@value #MAX_IN_FLIGHT} are not answered yet.
   *
   * @throws MembraneException what has broken the stream; if the consumer of the answers did, what
   *     it threw. From then on every call throws it
   * @throws ClosedException if the stream was closed; its text tells that from a closed memory
   * @throws CancelledException if the thread is interrupted while it waits, and stays interrupted.
   *     The piece was not sent
   */
  void send(IngestRequest item);

  /**
   * Waits until everything that was sent is answered. Closing again does nothing. The consumer of
   * the answers may close the stream, too, so that nothing more is sent; then it does not wait.
   *
   * @throws MembraneException what has broken the stream, unless a call has thrown it already
   * @throws CancelledException if the thread is interrupted while it waits, and stays interrupted.
   *     What was sent may be stored or not
   */
  @Override
  void close();
}
