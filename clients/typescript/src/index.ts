export type * from './answers.js';
export {
  AccessDeniedError,
  AlreadyExistsError,
  CancelledError,
  FailedPreconditionError,
  InvalidArgumentError,
  MembraneError,
  NotFoundError,
  QuotaExceededError,
  UnavailableError,
} from './errors.js';
export {
  type Integer,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseJson,
  stringifyJson,
} from './json.js';
export { Listing } from './listing.js';
export { Membrane } from './membrane.js';
export type { CallOptions, MembraneOptions, TlsOptions } from './options.js';
export type * from './records.js';
export type * from './requests.js';
