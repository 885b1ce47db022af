package dev.membrane.internal.erase;

import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.keys.AnswerReceipt;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scope or subject of an erasure, as questions may name it. Of a question whose asker saw more
 * than whoever erases, nothing is known. Immutable.
 *
 * @param words of the subject; none: it has none, or there is no subject
 */
record QuotedTarget(
    @Nullable String scope,
    @Nullable String subject,
    Set<String> words,
    Visibility visibility,
    TextAnalyzer analyzer) {

  static QuotedTarget of(ErasureTarget target, TextAnalyzer analyzer) {
    String subject = target.request().subject();
    return new QuotedTarget(
        target.request().scope(),
        subject,
        subject == null ? Set.of() : Set.copyOf(analyzer.terms(subject)),
        target.visibility(),
        analyzer);
  }

  /** Whether a receipt of an answer is of a question in the scope, or with the subject's words. */
  boolean isQuotedIn(Key key) {
    if (scope == null && subject == null) {
      return false;
    }
    AnswerReceipt receipt = AnswerReceipt.of(key.value());
    return receipt.isWithin(visibility)
        && (isScopeOf(receipt) || isSubjectIn(texts(receipt.request()).toList()));
  }

  private boolean isScopeOf(AnswerReceipt receipt) {
    TrustContext trust = receipt.request().trust();
    return scope != null
        && ((trust != null && trust.scopes().contains(scope))
            || Set.of(scope).equals(receipt.seen().scopes()));
  }

  /** A question may have one word of the subject in a tag and another one in its task. */
  private boolean isSubjectIn(List<String> texts) {
    if (subject == null) {
      return false;
    }
    return words.isEmpty()
        ? texts.stream().map(IdentityText::of).anyMatch(IdentityText.of(subject)::equals)
        : texts.stream()
            .flatMap(text -> analyzer.terms(text).stream())
            .collect(Collectors.toSet())
            .containsAll(words);
  }

  private static Stream<String> texts(RetrieveRequest request) {
    Stream<String> keys =
        Stream.of(request.threadId(), request.episode()).flatMap(Stream::ofNullable);
    Stream<String> written =
        Stream.of(Stream.of(request.taskDescriptor()), request.tags().stream(), keys)
            .flatMap(texts -> texts);
    JsonObject context = request.context();
    return context == null ? written : Stream.concat(written, texts(context));
  }

  private static Stream<String> texts(JsonValue value) {
    if (value instanceof JsonObject object) {
      return object.members().entrySet().stream()
          .flatMap(member -> Stream.concat(Stream.of(member.getKey()), texts(member.getValue())));
    }
    if (value instanceof JsonArray array) {
      return array.items().stream().flatMap(QuotedTarget::texts);
    }
    return value instanceof JsonString text ? Stream.of(text.value()) : Stream.empty();
  }
}
