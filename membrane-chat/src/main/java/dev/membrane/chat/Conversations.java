package dev.membrane.chat;

import static java.util.Objects.requireNonNull;

import dev.membrane.FailedPreconditionException;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conversations in a memory, as chat memories of frameworks want them kept: a list of messages that
 * the model is shown, which the framework reads, changes and hands back. What it leaves out is no
 * longer shown, and stays in the memory.
 *
 * <p>A message is known by being the object that {@link #messages} gave, or {@link #update} took,
 * so that equal messages stay several; another thread may bring it. In a list of which no object is
 * known, from a thread that was given nothing, what says the same in the same order is taken for
 * the same. Of two changes at the same time both take effect: each takes out what it was shown and
 * leaves out, and adds what is new. All who write one conversation need the same principal.
 *
 * <p>All methods throw what the services of {@link Membrane} throw: {@link
 * dev.membrane.AccessDeniedException} without the permissions to retrieve and ingest, and to revise
 * for {@link #delete}. Safe for use by many threads.
 *
 * @param <M> the framework's type of messages
 */
public final class Conversations<M> {

  private static final int ATTEMPTS = 1_000;

  private final Memory memory;
  private final MessageFormat<M> format;
  private final ConversationSettings settings;
  private final Random random = new SecureRandom();

  private final Given<M> given = new Given<>();
  private final Beginnings beginnings = new Beginnings();

  private Conversations(Builder<M> built) {
    this.memory = built.memory;
    this.format = built.format;
    this.settings =
        new ConversationSettings(
            built.scope, built.sensitivity, built.source, built.deletionPolicy, built.clock);
  }

  /**
   * A builder of conversations.
   *
   * @param memory as their caller reaches it; stays open
   */
  public static <M> Builder<M> builder(Memory memory, MessageFormat<M> format) {
    return new Builder<>(memory, format);
  }

  /** The key of the episode that the conversation of an id is. */
  public static String episode(String id) {
    return ConversationSettings.key(requireNonNull(id, "id"));
  }

  /** The messages that the model is shown, in order; none of a conversation that there is not. */
  public List<M> messages(String id) {
    Transcript.TranscriptState state = transcript(id).read();
    List<M> messages = new ArrayList<>();
    List<Long> positions = new ArrayList<>();
    for (MessageReference place : state.window()) {
      JsonValue message = state.messages().get(place.position());
      if (message != null) {
        messages.add(format.read(message));
        positions.add(place.position());
      }
    }
    given.put(id, messages, positions, Set.copyOf(positions));
    return messages;
  }

  /**
   * Changes what the model is shown.
   *
   * @param messages all that it is shown from now on, in order; what is not in the memory is added.
   *     After a failure the same list adds what was not added before
   */
  public void update(String id, List<M> messages) {
    List<M> wanted = List.copyOf(messages);
    Transcript transcript = transcript(id);
    WindowChange change =
        given
            .known(id, wanted)
            .map(known -> WindowChange.of(wanted.size(), known))
            .orElseGet(() -> WindowChange.of(written(wanted), transcript.read()));
    try {
      apply(change, wanted, transcript);
    } finally {
      // After a failure too, so that the same list again adds only what is missing.
      given.put(id, wanted, change.positions(), change.seen());
    }
  }

  private List<JsonValue> written(List<M> messages) {
    return messages.stream().map(format::write).toList();
  }

  private void apply(WindowChange change, List<M> wanted, Transcript transcript) {
    long taken = -1;
    int attempts = 0;
    while (attempts < ATTEMPTS) {
      Transcript.TranscriptState state = transcript.read();
      long lost = applyTo(state, transcript.freePosition(state, taken), change, wanted, transcript);
      if (lost < 0) {
        return;
      }
      // That a conversation of this id was deleted, however often, is no quarrel of writers.
      attempts += state.isEmpty() ? 0 : 1;
      taken = state.isEmpty() ? -1 : lost;
    }
    throw new FailedPreconditionException("too many writers of one conversation");
  }

  /** Adds what is new; answers the position that it did not get, or -1 if all was added. */
  private long applyTo(
      Transcript.TranscriptState read,
      long first,
      WindowChange change,
      List<M> wanted,
      Transcript transcript) {
    Transcript.TranscriptState state = read;
    long position = first;
    if (change.next() < 0) {
      List<MessageReference> window = change.windowAfter(state, -1);
      return window.equals(state.window())
              || transcript.append(state, entry(position, window, null), null, null).isPresent()
          ? -1
          : position;
    }
    for (int next = change.next(); next >= 0; next = change.next()) {
      Optional<MessageReference> place =
          add(wanted.get(next), position, change.windowAfter(state, position), state, transcript);
      if (place.isEmpty()) {
        return position;
      }
      change.added(next, place.get());
      state = state.with(place.get().recordId());
      position++;
    }
    return -1;
  }

  private Optional<MessageReference> add(
      M message,
      long position,
      List<MessageReference> window,
      Transcript.TranscriptState state,
      Transcript transcript) {
    Entry entry = entry(position, window, format.write(message));
    return transcript
        .append(state, entry, format.kind(message), format.text(message))
        .map(recordId -> new MessageReference(position, recordId))
        .filter(place -> !transcript.isLeftOut(state, place));
  }

  private Entry entry(long position, List<MessageReference> window, @Nullable JsonValue message) {
    return new Entry(position, Long.toHexString(random.nextLong()), window, message);
  }

  /** Deletes a conversation with all that was ever said in it. */
  public void delete(String id) {
    given.forget();
    transcript(id).delete("the conversation was deleted");
  }

  /** The ids of all conversations that are seen, in the order in which they began. */
  public List<String> ids() {
    return Transcript.ids(memory, settings);
  }

  private Transcript transcript(String id) {
    return new Transcript(memory, settings, beginnings, requireNonNull(id, "id"));
  }

  /**
   * Collects what conversations need. Not thread-safe.
   *
   * @param <M> the framework's type of messages
   */
  public static final class Builder<M> {

    private final Memory memory;
    private final MessageFormat<M> format;
    private @Nullable String scope;
    private @Nullable Sensitivity sensitivity;
    private String source = "chat";
    private @Nullable DeletionPolicy deletionPolicy = DeletionPolicy.MANUAL_ONLY;
    private InstantSource clock = InstantSource.system();

    private Builder(Memory memory, MessageFormat<M> format) {
      this.memory = requireNonNull(memory, "memory");
      this.format = requireNonNull(format, "format");
    }

    /** Sets the scope that conversations are in; unless set, the only one of the caller. */
    public Builder<M> scope(String value) {
      scope = requireNonNull(value, "scope");
      return this;
    }

    /** Sets how sensitive conversations are; unless set, the configured default. */
    public Builder<M> sensitivity(Sensitivity value) {
      sensitivity = requireNonNull(value, "sensitivity");
      return this;
    }

    /** Sets by whom the memory is told, such as the name of the application. */
    public Builder<M> source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /**
     * Sets whether conversations stay until they are deleted ({@code manual_only}, unless set) or
     * fade like other episodes ({@code auto_prune}).
     */
    public Builder<M> deletionPolicy(DeletionPolicy value) {
      deletionPolicy = requireNonNull(value, "deletion_policy");
      return this;
    }

    /** Sets the clock; unless set, that of the machine. */
    Builder<M> clock(InstantSource value) {
      clock = requireNonNull(value, "clock");
      return this;
    }

    /** The conversations. */
    public Conversations<M> build() {
      return new Conversations<>(this);
    }
  }
}
