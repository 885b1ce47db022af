interface Group {
  calls: Set<AbortController>;
  cancel(): void;
}

/** The calls under way of each signal. */
const groups = new Map<AbortSignal, Group>();

/** Makes a call that each of some signals cancels, under a signal of its own. */
export async function cancellable<T>(
  signals: AbortSignal[],
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  signals.forEach((signal) => join(signal, own));
  try {
    return await call(own.signal);
  } finally {
    signals.forEach((signal) => leave(signal, own));
  }
}

/**
 * Has a signal cancel a call until the call leaves it. All calls of a signal share one listener, since
 * Node.js warns of more than ten. AbortSignal.any is no help: it leaves something of each call behind
 * for as long as the signal lives.
 */
export function join(signal: AbortSignal, own: AbortController): void {
  if (signal.aborted) {
    own.abort(signal.reason);
    return;
  }
  const group = groups.get(signal) ?? newGroup(signal);
  group.calls.add(own);
}

function newGroup(signal: AbortSignal): Group {
  const calls = new Set<AbortController>();
  const cancel = () => calls.forEach((call) => call.abort(signal.reason));
  signal.addEventListener('abort', cancel);
  const group = { calls, cancel };
  groups.set(signal, group);
  return group;
}

/** The call is over, and the signal cancels it no more. */
export function leave(signal: AbortSignal, own: AbortController): void {
  const group = groups.get(signal);
  if (group?.calls.delete(own) && group.calls.size === 0) {
    signal.removeEventListener('abort', group.cancel);
    groups.delete(signal);
  }
}
