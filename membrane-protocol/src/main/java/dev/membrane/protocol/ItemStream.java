package dev.membrane.protocol;

import dev.membrane.Ingestion.IngestStream;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import dev.membrane.server.NotAdmittedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The items of one stream from their arrival to their answers. While some are committed, others
 * arrive, and the next commit takes all of them. More is asked of the client only as items are
 * answered, and nothing is committed while the client does not read its answers. Thread-safe.
 */
public final class ItemStream {

  /** Bytes of items that are not answered, besides those that were asked for already. */
  private static final long MAX_BYTES = 4 * 1024 * 1024;

  /** Items that are asked for at once: each may be as large as a request. */
  private static final int MAX_ASKED = 8;

  private static final Duration ITEMS_COME_WITHIN = Duration.ofMinutes(5);
  private static final Duration ANSWERS_LEAVE_WITHIN = Duration.ofMinutes(1);

  /** The client of a stream, as a transport knows it. Nothing is called twice at the same time. */
  public interface Client {

    /** Asks for so many further items. */
    void ask(int items);

    /**
     * Sends answers.
     *
     * @param then to be run once, when the client can take more; may be run at once
     */
    void send(List<IngestItemResponse> answers, Runnable then);

    /**
     * Ends the stream.
     *
     * @param failure why it breaks; null: everything was answered
     */
    void end(@Nullable CallFailure failure);
  }

  /** An item that has arrived, as its transport reads it. */
  @FunctionalInterface
  public interface Item {

    /**
     * Reads it.
     *
     * @throws ValidationException if it is no item; it is refused in its turn
     */
    IngestItem read();
  }

  private record Arrived(Item item, long bytes) {}

  private final ItemStreams all;
  private final Admission by;
  private final Executor threads;
  private final Client client;
  private final Queue<Arrived> waiting = new ArrayDeque<>();
  private int asked;
  private int inFlight;
  private long bytes;
  private long answered;
  private long lastMove;
  private boolean isWorking;
  private boolean isSending;
  private int pauses;
  private boolean isEnding;
  private boolean isOver;
  private @Nullable CallFailure reason;

  ItemStream(ItemStreams all, Admission by, Executor threads, Client client) {
    this.all = all;
    this.by = by.whileStanding();
    this.threads = threads;
    this.client = client;
    this.lastMove = all.now();
  }

  /** Whose share of the streams it takes. */
  String account() {
    return by.account();
  }

  /** Asks for the first items. */
  public synchronized void begin() {
    askMore();
  }

  /** An item has arrived. */
  public synchronized void add(Item item, long itemBytes) {
    if (isOver || isEnding) {
      return;
    }
    lastMove = all.now();
    asked = Math.max(0, asked - 1);
    inFlight++;
    bytes += itemBytes;
    waiting.add(new Arrived(item, itemBytes));
    work();
    askMore();
  }

  /** Nothing more will arrive. */
  public void finish() {
    end(null);
  }

  /** Nothing more is taken; what has arrived is answered before the client is told why. */
  public void finish(CallFailure why) {
    end(why);
  }

  /** Answers what has arrived, and ends. */
  void stop() {
    end(
        new CallFailure(
            CallCode.UNAVAILABLE,
            "the server is stopping; what was not answered is to be sent again"));
  }

  private synchronized void end(@Nullable CallFailure why) {
    if (!isOver && !isEnding) {
      isEnding = true;
      reason = why;
      work();
    }
  }

  /** The client has gone, or the transport has ended the stream. */
  public synchronized void cancel() {
    isOver = true;
    waiting.clear();
    all.forget(this);
  }

  private synchronized void fail(Throwable thrown) {
    if (!isOver) {
      over(all.failure(thrown));
    }
  }

  private synchronized void over(@Nullable CallFailure failure) {
    if (!isOver) {
      cancel();
      client.end(failure);
    }
  }

  /** Ends if its caller is no longer let in, or nothing moves. */
  synchronized void check() {
    try {
      by.requireStanding();
    } catch (NotAdmittedException revoked) {
      end(all.failure(revoked));
    }
    checkIdle();
  }

  private void checkIdle() {
    Duration idle = Duration.ofNanos(all.now() - lastMove);
    if (isSending && idle.compareTo(ANSWERS_LEAVE_WITHIN) > 0) {
      over(late("the answers were not read within ", ANSWERS_LEAVE_WITHIN));
    } else if (!isWorking && pauses == 0 && idle.compareTo(ITEMS_COME_WITHIN) > 0) {
      over(late("no item came within ", ITEMS_COME_WITHIN));
    }
  }

  private static CallFailure late(String what, Duration limit) {
    return new CallFailure(CallCode.DEADLINE_EXCEEDED, what + limit.toSeconds() + " seconds");
  }

  private void work() {
    if (!isWorking) {
      isWorking = true;
      execute();
    }
  }

  private void execute() {
    try {
      threads.execute(this::answerNext);
    } catch (RejectedExecutionException stopped) {
      fail(stopped);
    }
  }

  /** A supervised boundary catches everything: a client waits, and the thread has to go on. */
  private void answerNext() {
    List<Arrived> group = next();
    if (group.isEmpty()) {
      return;
    }
    try {
      by.requireStanding();
      Duration pause = by.count(group.size());
      List<IngestItemResponse> answers = answers(group);
      sending();
      client.send(answers, () -> sent(group, pause));
    } catch (Throwable failure) {
      fail(failure);
    }
  }

  /** What has arrived; if there is nothing, the work is done for now or for good. */
  private synchronized List<Arrived> next() {
    List<Arrived> group = new ArrayList<>(waiting);
    waiting.clear();
    if (group.isEmpty()) {
      isWorking = false;
      if (isEnding) {
        over(reason);
      }
    }
    return group;
  }

  private List<IngestItemResponse> answers(List<Arrived> group) {
    List<IngestItem> items = new ArrayList<>();
    Map<Integer, IngestItemResponse> refused = new HashMap<>();
    for (int i = 0; i < group.size(); i++) {
      try {
        items.add(group.get(i).item().read());
      } catch (ValidationException unreadable) {
        refused.put(i, IngestItems.refused(0, unreadable));
      }
    }
    Iterator<IngestItemResponse> taken = all.calls().ingest(items, by).iterator();
    List<IngestItemResponse> answers = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      IngestItemResponse answer = refused.containsKey(i) ? refused.get(i) : taken.next();
      answers.add(answer.toBuilder().setNumber(answered++).build());
    }
    return answers;
  }

  private synchronized void sending() {
    isSending = true;
    lastMove = all.now();
  }

  private synchronized void sent(List<Arrived> group, Duration pause) {
    isSending = false;
    lastMove = all.now();
    inFlight -= group.size();
    bytes -= group.stream().mapToLong(Arrived::bytes).sum();
    if (isOver) {
      return;
    }
    if (!pause.isZero()) {
      pauses++;
      all.later(pause, this::goOn);
    }
    askMore();
    execute();
  }

  private synchronized void goOn() {
    pauses--;
    lastMove = all.now();
    askMore();
  }

  private void askMore() {
    int more = 0;
    while (!isOver
        && !isEnding
        && pauses == 0
        && asked < MAX_ASKED
        && asked + inFlight < IngestStream.MAX_IN_FLIGHT
        && bytes < MAX_BYTES) {
      asked++;
      more++;
    }
    if (more > 0) {
      client.ask(more);
    }
  }
}
