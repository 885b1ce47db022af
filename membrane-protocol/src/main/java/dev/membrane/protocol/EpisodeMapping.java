package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.grpc.v1.DeleteEpisodeResponse;
import dev.membrane.grpc.v1.EpisodeEvent;
import dev.membrane.grpc.v1.RetrieveEpisodeResponse;
import dev.membrane.schema.ValidationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Translates the requests about episodes for the engine, and its answers into messages. */
final class EpisodeMapping {

  private EpisodeMapping() {}

  static RetrieveEpisodeRequest request(dev.membrane.grpc.v1.RetrieveEpisodeRequest from) {
    PageRequest page =
        ListMapping.page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor());
    return RetrieveEpisodeRequest.builder()
        .episode(from.getEpisode())
        .scope(scope(from.getScope(), from.getUnscoped()))
        .newestFirst(from.getNewestFirst())
        .page(page)
        .build();
  }

  /**
   * The scope of an episode for the engine; null: none was named; empty: it has none.
   *
   * @throws ValidationException if one was named of what has none
   */
  static @Nullable String scope(String scope, boolean isUnscoped) {
    if (isUnscoped && !scope.isEmpty()) {
      throw new ValidationException("unscoped", "cannot be set together with scope");
    }
    return isUnscoped ? "" : Fields.text(scope);
  }

  static RetrieveEpisodeResponse response(RetrieveEpisodeAnswer answer) {
    RetrieveEpisodeResponse.Builder response =
        RetrieveEpisodeResponse.newBuilder()
            .setNextCursor(answer.nextCursor())
            .addAllRecordIds(answer.recordIds());
    answer.events().forEach(event -> response.addEvents(message(event)));
    if (answer.outcome() != null) {
      response.setOutcome(answer.outcome().wireName());
    }
    return response.build();
  }

  static DeleteEpisodeResponse response(List<String> deleted) {
    return DeleteEpisodeResponse.newBuilder().addAllRecordIds(deleted).build();
  }

  private static EpisodeEvent message(RetrieveEpisodeAnswer.EpisodeEvent event) {
    EpisodeEvent.Builder message =
        EpisodeEvent.newBuilder()
            .setRecordId(event.recordId())
            .setEvent(ByteString.copyFromUtf8(Fields.CODEC.encode(event.event())));
    if (event.tool() != null) {
      message.setTool(ByteString.copyFromUtf8(Fields.CODEC.encode(event.tool())));
    }
    return message.build();
  }
}
