import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { Code, ConnectError } from '@connectrpc/connect';

interface Details {
  field?: string;
  cause?: unknown;
}

/** A call that failed. What has no class of its own, such as INTERNAL, is one of these. */
export class MembraneError extends Error {
  /** The status code of gRPC, such as `INVALID_ARGUMENT`. */
  readonly code: string;
  /** The member of the request that is wrong, by its name in membrane.proto; empty if unknown. */
  readonly field: string;

  constructor(code: string, message: string, { field = '', cause }: Details = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
    this.field = field;
  }
}

/** The request is wrong; `field` says where. Nothing was changed. */
export class InvalidArgumentError extends MembraneError {
  constructor(message: string, details?: Details) {
    super('INVALID_ARGUMENT', message, details);
  }
}

/** There is no such record, or the caller may not know of it. */
export class NotFoundError extends MembraneError {}

/** The id or the idempotency key is taken. */
export class AlreadyExistsError extends MembraneError {}

/** The key is unknown, or its caller may not do this. */
export class AccessDeniedError extends MembraneError {}

/** The state of a record forbids it, or another writer was faster. */
export class FailedPreconditionError extends MembraneError {}

/** The caller's quota is used up. */
export class QuotaExceededError extends MembraneError {}

/** The server or its store cannot be reached. */
export class UnavailableError extends MembraneError {}

/** The call was given up: by its signal, by its deadline, or because the client was closed. */
export class CancelledError extends MembraneError {}

const CLASSES: { [code in Code]?: typeof MembraneError } = {
  [Code.NotFound]: NotFoundError,
  [Code.AlreadyExists]: AlreadyExistsError,
  [Code.PermissionDenied]: AccessDeniedError,
  [Code.Unauthenticated]: AccessDeniedError,
  [Code.FailedPrecondition]: FailedPreconditionError,
  [Code.Unavailable]: UnavailableError,
  [Code.Canceled]: CancelledError,
  [Code.DeadlineExceeded]: CancelledError,
};

/** What Node.js calls a connection that broke, or that could not be made. */
const BROKEN =
  /^(E[A-Z]+|ERR_HTTP2_(GOAWAY_SESSION|INVALID_SESSION|SESSION_ERROR|STREAM_CANCEL)|ERR_SSL_WRONG_VERSION_NUMBER)$/;

/** What OpenSSL says of an answer that is no TLS. */
const NOT_TLS = /:wrong version number:/;

const NO_TLS = 'what answers at this url does not speak TLS; http:// calls it without';

/** What Connect says of an answer that is no HTTP/2, or no gRPC. */
const NOT_GRPC =
  /^(Protocol error$|HTTP 4(04|05|15)$|unsupported content type )|alert no application protocol/;

/**
 * The error that a failure of the transport means.
 *
 * @param isCancelled whether the call was given up here
 * @param isOver whether the call's time is over: a server that sees this first only breaks the stream
 */
export function errorOf(cause: unknown, isCancelled: boolean, isOver: boolean): MembraneError {
  const failed = ConnectError.from(cause);
  const message = explained(failed.rawMessage);
  if (message === NO_TLS) {
    return new UnavailableError('UNAVAILABLE', message, { cause });
  }
  if (!isCancelled && isBroken(failed)) {
    if (isOver) {
      return new CancelledError('DEADLINE_EXCEEDED', 'the time for the call is over', { cause });
    }
    return new UnavailableError('UNAVAILABLE', message, { cause });
  }
  if (failed.code === Code.InvalidArgument) {
    return new InvalidArgumentError(message, { field: fieldOf(failed), cause });
  }
  const isQuota = detailOf(failed, 'google.rpc.QuotaFailure') !== undefined;
  const type = isQuota ? QuotaExceededError : (CLASSES[failed.code] ?? MembraneError);
  return new type(nameOf(failed.code), message, { field: fieldOf(failed), cause });
}

/** Whether another attempt may reach what this one did not; a server does not begin to speak TLS. */
export function mayPass(failed: unknown): boolean {
  return failed instanceof UnavailableError && failed.message !== NO_TLS;
}

function explained(message: string): string {
  if (NOT_TLS.test(message)) {
    return NO_TLS;
  }
  return NOT_GRPC.test(message)
    ? `${message}: what answers at this url does not speak gRPC; the gRPC port is 9820 by default`
    : message;
}

/** The error of one item among others. */
export function itemErrorOf(code: string, message: string, field: string): MembraneError {
  if (code === 'INVALID_ARGUMENT') {
    return new InvalidArgumentError(message, { field });
  }
  // Of a single item nothing else than the quota is too much.
  const type = code === 'RESOURCE_EXHAUSTED' ? QuotaExceededError : classOf(code);
  return new type(code, message, { field });
}

function classOf(name: string): typeof MembraneError {
  const code = Object.values(Code).find((one) => typeof one === 'number' && nameOf(one) === name);
  return CLASSES[code as Code] ?? MembraneError;
}

/**
 * Whether the connection broke. Connect calls that CANCELLED, ABORTED or INTERNAL by how it broke; no
 * call of the contract is answered with one of the first two unless it was given up.
 */
function isBroken({ code, cause }: ConnectError): boolean {
  return (
    code === Code.Canceled ||
    code === Code.Aborted ||
    (code === Code.Internal && cause instanceof Error && isBreak(cause))
  );
}

function isBreak(cause: Error): boolean {
  const { code } = cause as NodeJS.ErrnoException;
  return BROKEN.test(code ?? '') || cause.message.endsWith('NGHTTP2_REFUSED_STREAM');
}

/** As gRPC writes it, which has two l in one of them. */
function nameOf(code: Code): string {
  return code === Code.Canceled
    ? 'CANCELLED'
    : Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** The field of the first violation: field 1 of BadRequest, and of that field 1. */
function fieldOf(failed: ConnectError): string {
  const badRequest = detailOf(failed, 'google.rpc.BadRequest');
  const violation = badRequest && firstField(badRequest);
  const field = violation && firstField(violation);
  return field ? new TextDecoder().decode(field) : '';
}

function detailOf(failed: ConnectError, type: string): Uint8Array | undefined {
  for (const detail of failed.details) {
    if ('type' in detail && detail.type === type) {
      return detail.value;
    }
  }
  return undefined;
}

/** The first value of field 1 of an encoded message. */
function firstField(message: Uint8Array): Uint8Array | undefined {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === 1 && type === WireType.LengthDelimited) {
      return reader.bytes();
    }
    reader.skip(type, number);
  }
  return undefined;
}
