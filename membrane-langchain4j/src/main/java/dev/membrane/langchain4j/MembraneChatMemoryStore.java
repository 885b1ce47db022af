package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.membrane.Memory;
import dev.membrane.chat.Conversations;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chat memories of LangChain4j in a memory. The memory id chooses the conversation. What a chat
 * memory evicts is no longer shown to the model, and stays in the memory; only {@link
 * #deleteMessages}, which {@code ChatMemory.clear()} calls, deletes, and then all of the
 * conversation. What a {@link RunRecorder} keeps of its runs, and what was learned, stays.
 *
 * <p>It throws what {@link Conversations} throws. Safe for use by many threads: of changes of one
 * conversation at the same time none is lost.
 */
public final class MembraneChatMemoryStore implements ChatMemoryStore {

  private final Conversations<ChatMessage> conversations;
  private final Function<Object, String> names;

  private MembraneChatMemoryStore(
      Conversations<ChatMessage> conversations, Function<Object, String> names) {
    this.conversations = requireNonNull(conversations, "conversations");
    this.names = requireNonNull(names, "names");
  }

  /** A store of conversations in the only scope of a memory's caller. */
  public static MembraneChatMemoryStore of(Memory memory) {
    return of(Conversations.builder(memory, new ChatMessageFormat()).build());
  }

  /** A store of conversations that are kept as they are told, with {@link ChatMessageFormat}. */
  public static MembraneChatMemoryStore of(Conversations<ChatMessage> conversations) {
    return new MembraneChatMemoryStore(conversations, MembraneChatMemoryStore::usualName);
  }

  /**
   * The same store with other names of conversations. Unless told, a memory id that is a string, a
   * number, a UUID or an enum constant names the conversation by its text, so that {@code 1} and
   * {@code "1"} are the same one; any other is refused.
   *
   * @param function the name of the conversation of a memory id; no two conversations have the same
   */
  public MembraneChatMemoryStore naming(Function<Object, String> function) {
    return new MembraneChatMemoryStore(conversations, function);
  }

  private static String usualName(Object memoryId) {
    return usualNameOf(memoryId)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "memoryId: say by naming(…) how a conversation is called whose memory id is a "
                        + memoryId.getClass().getName()));
  }

  /** How the conversation of a memory id is called unless told; empty: it has to be told. */
  static Optional<String> usualNameOf(@Nullable Object memoryId) {
    return memoryId instanceof String
            || memoryId instanceof Number
            || memoryId instanceof UUID
            || memoryId instanceof Enum<?>
        ? Optional.of(memoryId.toString())
        : Optional.empty();
  }

  @Override
  public List<ChatMessage> getMessages(Object memoryId) {
    return conversations.messages(name(memoryId));
  }

  @Override
  public void updateMessages(Object memoryId, List<ChatMessage> messages) {
    conversations.update(name(memoryId), messages);
  }

  /** Deletes the conversation with every message that was ever in it. */
  @Override
  public void deleteMessages(Object memoryId) {
    conversations.delete(name(memoryId));
  }

  private String name(Object memoryId) {
    return names.apply(requireNonNull(memoryId, "memoryId"));
  }
}
