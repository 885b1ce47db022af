package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.schema.ValidationException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ItemCountTest {

  private static byte[] batchOf(int items) {
    return IngestBatchRequest.newBuilder()
        .setAllOrNothing(true)
        .addAllItems(Collections.nCopies(items, IngestItem.getDefaultInstance()))
        .build()
        .toByteArray();
  }

  @Test
  void a_thousand_items_are_a_batch_and_one_more_is_none() {
    assertThatCode(() -> ItemCount.check(batchOf(1_000))).doesNotThrowAnyException();
    assertThatThrownBy(() -> ItemCount.check(batchOf(1_001)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("items exceeds maximum of 1000 items");
  }

  @Test
  void what_cannot_be_decoded_is_said_to_be_so() {
    assertThatThrownBy(() -> ItemCount.check(new byte[] {0x0a, 0x7f}))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
