package dev.membrane.spring.ai;

import static java.util.Objects.requireNonNull;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.chat.Conversations;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;

/**
 * Conversations of Spring AI in a memory, each an episode of it:
 *
 * <pre>{@code
 * ChatMemory chatMemory =
 *     MessageWindowChatMemory.builder()
 *         .chatMemoryRepository(MembraneChatMemoryRepository.of(membrane))
 *         .build();
 * }</pre>
 *
 * <p>What a window leaves out is no longer shown to the model and stays in the memory; only {@link
 * #deleteByConversationId} deletes. Equal messages stay as many as were said. Of two changes of one
 * conversation at the same time both take effect.
 *
 * <p>All conversations are in one scope, whoever talks; users who must not find each other's need a
 * repository each, of a memory for a caller in their own scope.
 *
 * <p>All methods throw what the services of {@link Membrane} throw: {@link
 * dev.membrane.AccessDeniedException} without the permissions to retrieve and ingest, and to revise
 * for {@link #deleteByConversationId}. Safe for use by many threads.
 */
public final class MembraneChatMemoryRepository implements ChatMemoryRepository {

  private final Conversations<Message> conversations;

  private MembraneChatMemoryRepository(Conversations<Message> conversations) {
    this.conversations = conversations;
  }

  /**
   * Conversations with the defaults of every setting.
   *
   * @param memory as their caller reaches it; stays open
   */
  public static MembraneChatMemoryRepository of(Memory memory) {
    return builder(memory).build();
  }

  /**
   * A builder of a repository.
   *
   * @param memory as their caller reaches it; stays open
   */
  public static Builder builder(Memory memory) {
    return new Builder(memory);
  }

  /** The ids of all conversations that the caller sees, in the order in which they began. */
  @Override
  public List<String> findConversationIds() {
    return conversations.ids();
  }

  /** The messages that the model is shown, in order; none of a conversation that there is not. */
  @Override
  public List<Message> findByConversationId(String conversationId) {
    return conversations.messages(conversationId);
  }

  /**
   * Says what the model is shown from now on. What is not in the memory is added to it; what is
   * left out stays in it.
   *
   * @throws IllegalArgumentException if a message is of no type that Spring AI has, its media are
   *     neither bytes nor an address, or its metadata nest too deep; then nothing is changed
   */
  @Override
  public void saveAll(String conversationId, List<Message> messages) {
    messages.forEach(SpringMessageFormat::check);
    conversations.update(conversationId, messages);
  }

  /** Deletes a conversation with all that was ever said in it. */
  @Override
  public void deleteByConversationId(String conversationId) {
    conversations.delete(conversationId);
  }

  /** Collects what a repository needs. Not thread-safe. */
  public static final class Builder {

    private final Conversations.Builder<Message> conversations;

    private Builder(Memory memory) {
      conversations =
          Conversations.builder(requireNonNull(memory, "memory"), new SpringMessageFormat())
              .source("spring-ai");
    }

    /** Sets the scope that conversations are in; unless set, the only one of the caller. */
    public Builder scope(String value) {
      conversations.scope(value);
      return this;
    }

    /** Sets how sensitive conversations are; unless set, the configured default. */
    public Builder sensitivity(Sensitivity value) {
      conversations.sensitivity(value);
      return this;
    }

    /** Sets by whom the memory is told; {@code spring-ai} unless set. */
    public Builder source(String value) {
      conversations.source(value);
      return this;
    }

    /**
     * Sets whether conversations stay until they are deleted ({@code manual_only}, unless set) or
     * fade like other episodes ({@code auto_prune}).
     */
    public Builder deletionPolicy(DeletionPolicy value) {
      conversations.deletionPolicy(value);
      return this;
    }

    /** The repository. */
    public MembraneChatMemoryRepository build() {
      return new MembraneChatMemoryRepository(conversations.build());
    }
  }
}
