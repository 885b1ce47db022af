const TEXT = new TextEncoder();

/**
 * Computes the chain of an audit log anew. Each hash is the SHA-256 of the hash before, the id, the
 * action, the actor, the timestamp, the rationale's hash and the content's hash, each of them behind
 * its length in bytes and a colon.
 *
 * @returns for each entry `kept`, `altered`, `withheld` (only its hash is told) or `unchecked` (it has no content, such as a
 *     deletion); null where the browser computes no hashes, as on a page that came over the network without TLS
 */
export async function checkChain(id, entries) {
  if (!globalThis.crypto?.subtle) {
    return null;
  }
  const verdicts = [];
  let before = '';
  for (const entry of entries) {
    verdicts.push(await verdict(before, id, entry));
    before = entry.hash;
  }
  return verdicts;
}

async function verdict(before, id, entry) {
  if (entry.content_hash === undefined) {
    return entry.actor === undefined ? 'withheld' : 'unchecked';
  }
  const parts = [before, id, entry.action, entry.actor, entry.timestamp, entry.rationale_hash, entry.content_hash];
  return await hash(parts) === entry.hash ? 'kept' : 'altered';
}

async function hash(parts) {
  const text = parts.map(part => `${TEXT.encode(part).length}:${part}`).join('');
  const digest = await crypto.subtle.digest('SHA-256', TEXT.encode(text));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
