package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.chat.Conversations;
import dev.membrane.chat.MessageText;
import dev.membrane.chat.RunningEpisode;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what is remembered of a query, the best first: each record as one line of text with its
 * {@code id}, {@code type} and {@code score} as metadata. Unless told otherwise, these are facts,
 * skills and plans: the model has its conversation already. Whose memory is asked, the invocation
 * says, and the query does not.
 *
 * <p>Where a {@link MembraneChatMemoryStore} keeps the conversation, build the AI service with
 * {@code storeRetrievedContentInChatMemory(false)}: otherwise what was found becomes part of what
 * the user said.
 *
 * <p>It throws what {@link dev.membrane.Retrieval} throws. Immutable and thread-safe.
 */
public final class MembraneContentRetriever implements ContentRetriever {

  /** The metadata with the id of the record. */
  public static final String ID = "id";

  /** The metadata with the type of the record, such as {@code semantic}. */
  public static final String TYPE = "type";

  /** The metadata with the score of the record, at least 0. */
  public static final String SCORE = "score";

  private static final int MOST = 10_000;

  private final Function<InvocationContext, MemoryAccess> access;
  private final Set<MemoryType> types;
  private final List<String> tags;
  private final int limit;
  private final int maxTokens;

  private MembraneContentRetriever(Builder built) {
    this.access = built.access;
    this.types = built.types;
    this.tags = built.tags;
    this.limit = built.limit;
    this.maxTokens = built.maxTokens;
  }

  /** A builder of a retriever that asks the same memory in every invocation. */
  public static Builder builder(MemoryAccess access) {
    return new Builder(access.always());
  }

  /**
   * A builder of a retriever that asks the memory of the invocation.
   *
   * @param access such as {@code invocation -> MemoryAccess.of(memory, invocation)}; a query
   *     without metadata comes with an empty invocation
   */
  public static Builder builder(Function<InvocationContext, MemoryAccess> access) {
    return new Builder(access);
  }

  @Override
  public List<Content> retrieve(Query query) {
    InvocationContext invocation = invocation(query);
    MemoryAccess mine = access.apply(invocation);
    Set<String> running = findsEpisodes() ? running(mine, invocation) : Set.of();
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(mine.trust())
            .taskDescriptor(MessageText.searchable(query.text()))
            .memoryTypes(types)
            .tags(tags)
            .limit(Math.min(MOST, limit + running.size()))
            .view(AnswerView.TEXT)
            .maxTokens(maxTokens)
            .matchingOnly(true)
            .explain(true)
            .build();
    return mine.memory().retrieval().retrieve(request).entries().stream()
        .map(MembraneContentRetriever::content)
        .filter(content -> !running.contains(content.textSegment().metadata().getString(ID)))
        .limit(limit)
        .toList();
  }

  private boolean findsEpisodes() {
    return types.isEmpty() || types.contains(MemoryType.EPISODIC);
  }

  /** The records of the conversation, and of the run that is recorded. */
  private static Set<String> running(MemoryAccess mine, InvocationContext invocation) {
    Stream<String> conversation =
        MembraneChatMemoryStore.usualNameOf(invocation.chatMemoryId()).stream()
            .map(Conversations::episode);
    Stream<String> run = AgentRun.of(invocation).stream().map(AgentRun::id);
    return Stream.concat(conversation, run)
        .flatMap(key -> RunningEpisode.recordIds(mine.memory(), mine.scope(), key).stream())
        .collect(Collectors.toSet());
  }

  private static InvocationContext invocation(Query query) {
    return query.metadata() == null
        ? InvocationContext.builder().build()
        : query.metadata().invocationContext();
  }

  private static Content content(AnswerEntry entry) {
    JsonObject explanation = requireNonNull(entry.explanation());
    Metadata metadata =
        new Metadata()
            .put(ID, text(explanation, ID))
            .put(TYPE, text(explanation, TYPE))
            .put(SCORE, entry.score());
    return Content.from(
        TextSegment.from(entry.line(), metadata), Map.of(ContentMetadata.SCORE, entry.score()));
  }

  private static String text(JsonObject explanation, String name) {
    return ((JsonString) requireNonNull(explanation.members().get(name), name)).value();
  }

  /** Collects what a retriever looks for. Not thread-safe. */
  public static final class Builder {

    private final Function<InvocationContext, MemoryAccess> access;
    private Set<MemoryType> types = MemoryType.KNOWLEDGE;
    private List<String> tags = List.of();
    private int limit = 10;
    private int maxTokens = 1_500;

    private Builder(Function<InvocationContext, MemoryAccess> access) {
      this.access = requireNonNull(access, "access");
    }

    /**
     * Sets the types that are wanted, of an empty set all; facts, skills and plans unless set. Of
     * episodes those that the model has before it are left out: the run that a {@link RunRecorder}
     * records, and the conversation, if the memory id of the invocation names it by its text. They
     * may take a part of the tokens. Earlier runs of the same conversation are found.
     */
    public Builder types(Set<MemoryType> wanted) {
      types = Set.copyOf(wanted);
      return this;
    }

    /** Sets tags that a record must have all of. */
    public Builder tags(List<String> all) {
      tags = List.copyOf(all);
      return this;
    }

    /**
     * Sets the most records, 1 to 10,000; 10 unless set.
     *
     * @throws IllegalArgumentException if it is another number
     */
    public Builder limit(int most) {
      if (most < 1 || most > MOST) {
        throw new IllegalArgumentException("limit must be 1 to 10000");
      }
      limit = most;
      return this;
    }

    /**
     * Sets the most tokens of all lines together, by an estimate; 1,500 unless set.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder maxTokens(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("maxTokens must be positive");
      }
      maxTokens = most;
      return this;
    }

    /** The retriever. */
    public MembraneContentRetriever build() {
      return new MembraneContentRetriever(this);
    }
  }
}
