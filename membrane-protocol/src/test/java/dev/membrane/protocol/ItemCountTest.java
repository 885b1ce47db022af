package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ItemCountTest {

  private static final Descriptor BATCH = IngestBatchRequest.getDescriptor();

  @Test
  void one_item_too_many_ends_the_reading() {
    assertThatThrownBy(() -> ItemCount.check(scopes(10_001), RetrieveRequest.getDescriptor()))
        .isInstanceOf(ValidationException.class)
        .hasMessage("trust.scopes exceeds maximum of 10000 items");
    assertThatThrownBy(() -> ItemCount.check(scopes(10_000), RetrieveRequest.getDescriptor()))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @Test
  void lists_of_the_items_of_a_batch_are_counted_too() {
    IngestItem.Builder tagged = IngestItem.newBuilder();
    tagged.getEventBuilder().addAllTags(Collections.nCopies(10_001, "t"));
    byte[] batch =
        IngestBatchRequest.newBuilder()
            .addItems(IngestItem.getDefaultInstance())
            .addItems(tagged)
            .build()
            .toByteArray();
    assertThatThrownBy(() -> ItemCount.check(batch, BATCH))
        .isInstanceOf(ValidationException.class)
        .hasMessage("items[1].event.tags exceeds maximum of 10000 items");
  }

  @Test
  void a_message_that_is_given_twice_is_refused_for_its_lists_would_be_merged() {
    TrustContext trust = TrustContext.newBuilder().addScopes("s").build();
    byte[] once = RetrieveRequest.newBuilder().setTrust(trust).build().toByteArray();
    byte[] twice = ByteString.copyFrom(once).concat(ByteString.copyFrom(once)).toByteArray();
    assertThatCode(() -> ItemCount.check(once, RetrieveRequest.getDescriptor()))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> ItemCount.check(twice, RetrieveRequest.getDescriptor()))
        .isInstanceOf(ValidationException.class)
        .hasMessage("trust is given twice");
  }

  @Test
  void each_item_of_a_batch_has_messages_of_its_own() {
    IngestItem.Builder item = IngestItem.newBuilder();
    item.getEventBuilder().addTags("t");
    byte[] one = IngestBatchRequest.newBuilder().addItems(item).build().toByteArray();
    byte[] two = ByteString.copyFrom(one).concat(ByteString.copyFrom(one)).toByteArray();
    assertThatCode(() -> ItemCount.check(two, BATCH)).doesNotThrowAnyException();
    byte[] event = item.build().toByteArray();
    ByteString merged = ByteString.copyFrom(event).concat(ByteString.copyFrom(event));
    byte[] batch =
        ByteString.copyFrom(new byte[] {one[0]})
            .concat(varint(merged.size()))
            .concat(merged)
            .toByteArray();
    assertThatThrownBy(() -> ItemCount.check(batch, BATCH))
        .isInstanceOf(ValidationException.class)
        .hasMessage("items[0].event is given twice");
  }

  /** A request with so many scopes, and then with what cannot be decoded. */
  private static byte[] scopes(int count) {
    byte[] trust =
        TrustContext.newBuilder()
            .addAllScopes(Collections.nCopies(count, "s"))
            .build()
            .toByteArray();
    ByteString end = ByteString.copyFrom(new byte[] {0x0f});
    return RetrieveRequest.newBuilder()
        .setTrust(TrustContext.getDefaultInstance())
        .build()
        .toByteString()
        .substring(0, 1)
        .concat(varint(trust.length + 1))
        .concat(ByteString.copyFrom(trust))
        .concat(end)
        .toByteArray();
  }

  private static ByteString varint(int value) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeUInt32NoTag(value);
      out.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteString();
  }

  private static byte[] batchOf(int items) {
    return IngestBatchRequest.newBuilder()
        .setAllOrNothing(true)
        .addAllItems(Collections.nCopies(items, IngestItem.getDefaultInstance()))
        .build()
        .toByteArray();
  }

  @Test
  void a_thousand_items_are_a_batch_and_one_more_is_none() {
    assertThatCode(() -> ItemCount.check(batchOf(1_000), BATCH)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ItemCount.check(batchOf(1_001), BATCH))
        .isInstanceOf(ValidationException.class)
        .hasMessage("items exceeds maximum of 1000 items");
  }

  @Test
  void what_cannot_be_decoded_is_said_to_be_so() {
    assertThatThrownBy(() -> ItemCount.check(new byte[] {0x0a, 0x7f}, BATCH))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
