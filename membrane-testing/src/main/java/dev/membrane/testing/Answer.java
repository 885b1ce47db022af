package dev.membrane.testing;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told, to the last byte.
 *
 * @param isError whether the call failed
 * @param records how many records it shows
 * @param redacted how many of them are outlines
 * @param signals what decided about their order, as far as that was asked for
 * @param bytes the answer as it goes over the wire
 */
record Answer(
    boolean isError, int records, int redacted, Set<FiredSignal> signals, ByteBuffer bytes) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** Does something and takes down what comes of it. */
  static Answer to(WorldAction action, World world) {
    try {
      return of(action.in(world));
    } catch (ValidationException
        | NotFoundException
        | AccessDeniedException
        | AlreadyExistsException
        | FailedPreconditionException told) {
      return error(told);
    }
  }

  private static Answer error(RuntimeException told) {
    String text = told.getClass().getSimpleName() + ": " + told.getMessage();
    return new Answer(true, 0, 0, Set.of(), StandardCharsets.UTF_8.encode(text));
  }

  private static Answer of(@Nullable Object told) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (told instanceof RecordView view) {
      write(out, view);
      return answer(List.of(view), Set.of(), out);
    }
    if (told instanceof RetrieveAnswer answer) {
      write(out, answer);
      return answer(answer.results(), FiredSignal.in(answer), out);
    }
    if (told instanceof List<?> parts) {
      parts.forEach(part -> writePart(out, part));
      return answer(listed(parts), Set.of(), out);
    }
    return answer(List.of(), Set.of(), out);
  }

  private static Answer answer(
      List<RecordView> shown, Set<FiredSignal> signals, ByteArrayOutputStream out) {
    ByteBuffer bytes = ByteBuffer.wrap(out.toByteArray());
    return new Answer(false, shown.size(), redacted(shown), signals, bytes);
  }

  private static int redacted(List<RecordView> views) {
    return (int) views.stream().filter(RedactedRecord.class::isInstance).count();
  }

  private static void write(ByteArrayOutputStream out, RetrieveAnswer answer) {
    answer.results().forEach(view -> write(out, view));
    write(out, "scores: " + answer.entries().stream().map(AnswerEntry::score).toList());
    Selection selection = answer.selection();
    if (selection != null) {
      write(out, "selected");
      selection.selected().forEach(view -> write(out, view));
      String rest = selection.confidence() + " " + selection.needsMore();
      write(
          out, selection.procedures().stream().map(SelectedProcedure::score).toList() + " " + rest);
    }
    for (AnswerEntry entry : answer.entries()) {
      if (entry.explanation() != null) {
        write(out, CODEC.write(entry.explanation()));
      }
    }
    write(out, answer.text());
    write(out, "truncated: " + answer.truncated());
  }

  private static List<RecordView> listed(List<?> parts) {
    return parts.stream()
        .flatMap(part -> part instanceof Page<?> page ? page.items().stream() : Stream.empty())
        .filter(RecordView.class::isInstance)
        .map(RecordView.class::cast)
        .toList();
  }

  private static void writePart(ByteArrayOutputStream out, Object part) {
    if (part instanceof Page<?> page) {
      page.items().forEach(item -> writePart(out, item));
      write(out, "next: " + page.nextCursor());
    } else if (part instanceof RecordView view) {
      write(out, view);
    } else if (part instanceof AuditLink link) {
      write(out, link);
    } else {
      // A record of plain values says all of them.
      write(out, part.toString());
    }
  }

  private static void write(ByteArrayOutputStream out, AuditLink link) {
    write(out, CODEC.encode(link.entry()));
    write(out, link.nonce() + " " + link.rationaleHash());
    write(out, link.contentHash() + " " + link.hash());
  }

  private static void write(ByteArrayOutputStream out, RecordView view) {
    out.writeBytes(CODEC.encodeUtf8(view));
    out.write('\n');
  }

  private static void write(ByteArrayOutputStream out, String line) {
    out.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  boolean isSameAs(Answer other) {
    return bytes.equals(other.bytes);
  }

  @Override
  public String toString() {
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }
}
