package dev.membrane.grpc;

import dev.membrane.ListRecordsRequest;
import dev.membrane.Listing;
import dev.membrane.RecordPage;
import dev.membrane.grpc.v1.ListRecordsResponse;

/** The listing requests as the engine knows them, and its pages as messages. */
final class ListMapping {

  private ListMapping() {}

  static ListRecordsResponse records(
      dev.membrane.grpc.v1.ListRecordsRequest from, Listing listing) {
    RecordPage page = listing.records(request(from));
    ListRecordsResponse.Builder response =
        ListRecordsResponse.newBuilder().setNextCursor(page.nextCursor());
    page.records().forEach(record -> response.addRecords(Fields.bytes(record)));
    return response.build();
  }

  private static ListRecordsRequest request(dev.membrane.grpc.v1.ListRecordsRequest from) {
    ListRecordsRequest.Builder request =
        ListRecordsRequest.builder()
            .memoryTypes(RetrieveMapping.types(from.getMemoryTypesList()))
            .includeRetracted(from.getIncludeRetracted())
            .tags(from.getTagsList())
            .pageSize(from.getPageSize())
            .cursor(from.getCursor());
    if (from.hasTrust()) {
      request.trust(RetrieveMapping.trust(from.getTrust()));
    }
    Fields.set(Fields.text(from.getThreadId()), request::threadId);
    Fields.set(Fields.timestamp("created_from", from.getCreatedFrom()), request::createdFrom);
    Fields.set(Fields.timestamp("created_until", from.getCreatedUntil()), request::createdUntil);
    Fields.set(Fields.timestamp("updated_from", from.getUpdatedFrom()), request::updatedFrom);
    Fields.set(Fields.timestamp("updated_until", from.getUpdatedUntil()), request::updatedUntil);
    return request.build();
  }
}
