package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Message;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes messages of what is handed in. Each has an idempotency key. */
record IngestMessages(RemoteCaller caller, Random random) {

  private static final String REQUEST = "request";

  IngestEventRequest event(EventRequest request) {
    IngestOptions options = requireNonNull(request, REQUEST).options();
    IngestEventRequest.Builder wanted =
        IngestEventRequest.newBuilder()
            .setSource(request.source())
            .setEventKind(request.eventKind())
            .setRef(request.ref())
            .addAllTags(options.tags())
            .setScope(scope(options))
            .setUnscoped(options.isUnscoped())
            .setIdempotencyKey(key(options.idempotencyKey()));
    Requests.set(request.summary(), wanted::setSummary);
    Requests.set(Requests.json(request.data()), wanted::setData);
    Requests.set(policy(request.deletionPolicy()), wanted::setDeletionPolicy);
    Requests.set(Requests.text(options.timestamp()), wanted::setTimestamp);
    Requests.set(level(options), wanted::setSensitivity);
    Requests.set(options.episode(), wanted::setEpisode);
    return wanted.build();
  }

  IngestToolOutputRequest toolOutput(ToolOutputRequest request) {
    IngestOptions options = requireNonNull(request, REQUEST).options();
    IngestToolOutputRequest.Builder wanted =
        IngestToolOutputRequest.newBuilder()
            .setSource(request.source())
            .setToolName(request.toolName())
            .addAllDependsOn(request.dependsOn())
            .addAllTags(options.tags())
            .setScope(scope(options))
            .setUnscoped(options.isUnscoped())
            .setIdempotencyKey(key(options.idempotencyKey()));
    Requests.set(Requests.json(request.args()), wanted::setArgs);
    Requests.set(Requests.json(request.result()), wanted::setResult);
    Requests.set(Requests.json(request.data()), wanted::setData);
    if (request.effect() != null) {
      wanted.setEffect(request.effect().wireName());
    }
    Requests.set(policy(request.deletionPolicy()), wanted::setDeletionPolicy);
    Requests.set(Requests.text(options.timestamp()), wanted::setTimestamp);
    Requests.set(level(options), wanted::setSensitivity);
    Requests.set(options.episode(), wanted::setEpisode);
    return wanted.build();
  }

  IngestObservationRequest observe(ObservationRequest request) {
    IngestOptions options = requireNonNull(request, REQUEST).options();
    requireNoEpisode(options);
    String scope = scope(options);
    if (request.onConflict() != null && request.onConflict() != OnConflict.KEEP) {
      caller.require(Permission.REVISE, "on_conflict", "revising other facts by an observation");
    }
    IngestObservationRequest.Builder wanted =
        IngestObservationRequest.newBuilder()
            .setSource(request.source())
            .setSubject(request.subject())
            .setPredicate(request.predicate())
            .addAllTags(options.tags())
            .setScope(scope)
            .setUnscoped(options.isUnscoped())
            .setIdempotencyKey(key(options.idempotencyKey()));
    Requests.set(Requests.json(request.object()), wanted::setObject);
    if (request.ifKnown() != null) {
      wanted.setIfKnown(request.ifKnown().wireName());
    }
    if (request.onConflict() != null) {
      wanted.setOnConflict(request.onConflict().wireName());
    }
    Requests.set(Requests.text(options.timestamp()), wanted::setTimestamp);
    Requests.set(level(options), wanted::setSensitivity);
    return wanted.build();
  }

  IngestOutcomeRequest outcome(OutcomeRequest request) {
    requireNonNull(request, REQUEST);
    caller.requireIngesting();
    if (!request.usedRecordIds().isEmpty()) {
      caller.require(Permission.REVISE, "used_record_ids", "naming used records");
    }
    IngestOutcomeRequest.Builder wanted =
        IngestOutcomeRequest.newBuilder()
            .setSource(request.source())
            .setTargetRecordId(request.targetRecordId())
            .addAllUsedRecordIds(request.usedRecordIds())
            .setIdempotencyKey(key(request.idempotencyKey()));
    if (request.status() != null) {
      wanted.setOutcomeStatus(request.status().wireName());
    }
    Requests.set(Requests.text(request.timestamp()), wanted::setTimestamp);
    return wanted.build();
  }

  IngestWorkingStateRequest workingState(WorkingStateRequest request) {
    IngestOptions options = requireNonNull(request, REQUEST).options();
    requireNoEpisode(options);
    IngestWorkingStateRequest.Builder wanted =
        IngestWorkingStateRequest.newBuilder()
            .setSource(request.source())
            .setThreadId(request.threadId())
            .addAllNextActions(request.nextActions())
            .addAllOpenQuestions(request.openQuestions())
            .setActiveConstraints(Requests.constraints(request.activeConstraints()))
            .addAllTags(options.tags())
            .setScope(scope(options))
            .setUnscoped(options.isUnscoped())
            .setIdempotencyKey(key(options.idempotencyKey()));
    if (request.state() != null) {
      wanted.setState(request.state().wireName());
    }
    Requests.set(request.contextSummary(), wanted::setContextSummary);
    Requests.set(Requests.text(options.timestamp()), wanted::setTimestamp);
    Requests.set(level(options), wanted::setSensitivity);
    return wanted.build();
  }

  IngestRecordRequest record(RecordRequest request) {
    RecordDraft draft = requireNonNull(request, REQUEST).record();
    String scope = caller.scopeFor(draft.scope(), request.isUnscoped());
    if (draft.id() != null) {
      caller.require(Permission.ADMIN, "id", "choosing an id");
    }
    RecordDraft placed = draft.toBuilder().scope(scope.isEmpty() ? null : scope).build();
    return IngestRecordRequest.newBuilder()
        .setSource(request.source())
        .setRecord(Requests.draft(placed))
        .setUnscoped(request.isUnscoped() && scope.isEmpty())
        .setIdempotencyKey(key(request.idempotencyKey()))
        .build();
  }

  /** One item among others. */
  IngestItem item(IngestRequest request) {
    IngestItem.Builder item = IngestItem.newBuilder();
    if (request instanceof EventRequest event) {
      item.setEvent(event(event));
    } else if (request instanceof ToolOutputRequest output) {
      item.setToolOutput(toolOutput(output));
    } else if (request instanceof ObservationRequest fact) {
      item.setObservation(observe(fact));
    } else if (request instanceof OutcomeRequest outcome) {
      item.setOutcome(outcome(outcome));
    } else if (request instanceof WorkingStateRequest task) {
      item.setWorkingState(workingState(task));
    } else {
      item.setRecord(record((RecordRequest) request));
    }
    // Fields are named as where the item stands alone.
    item.getAllFields().values().forEach(part -> Surrogates.check((Message) part));
    return item.build();
  }

  /** The message has no member for it. */
  private static void requireNoEpisode(IngestOptions options) {
    if (options.episode() != null) {
      throw new ValidationException("episode", "is for events and tool outputs only");
    }
  }

  private static @Nullable String policy(@Nullable DeletionPolicy policy) {
    return policy == null ? null : policy.wireName();
  }

  private static @Nullable String level(IngestOptions options) {
    Sensitivity level = options.sensitivity();
    return level == null ? null : level.wireName();
  }

  private String scope(IngestOptions options) {
    return caller.scopeFor(options.scope(), options.isUnscoped());
  }

  /** The caller's own idempotency key, or one that no other call has. */
  private String key(@Nullable String own) {
    return own == null || own.isEmpty()
        ? new UUID(random.nextLong(), random.nextLong()).toString()
        : own;
  }
}
