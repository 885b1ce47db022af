import { get } from './api.js';
import { element } from './element.js';
import { number } from './format.js';
import { parse } from './json.js';
import { auditLog } from './log.js';
import { idLink, properties, section } from './parts.js';
import { href } from './router.js';
import { versionsOf } from './versions.js';

/** How the last entry of an erased record names the proof of its erasure. */
const ERASED = /^Erased, proof (\S+)$/;

/** Of a record that was deleted its log is left; of one that never was, or is hidden, nothing. */
export async function deleted(id, parameters, signal) {
  const [{ entries }, versions] = await Promise.all([logOf(id, signal), versionsOf(id, parameters, signal)]);
  const proof = proofIn(entries);
  return element('div', null,
    element('p', { class: 'small' }, element('a', { href: href('records') }, 'Records')),
    element('h1', null, proof ? 'A proof of an erasure' : 'A deleted record'),
    element('p', null, element('code', { class: 'quiet' }, id)),
    proof ? proven(proof) : element('p', null, left(entries, versions)),
    section('What was done to it', await auditLog(id, entries)),
    versions);
}

export function logOf(id, signal) {
  return get(`/v1/records/${encodeURIComponent(id)}/audit`, {}, { signal });
}

function left(entries, versions) {
  const [, proof] = ERASED.exec(entries.at(-1)?.rationale ?? '') ?? [];
  if (proof) {
    return ['It was erased. What it said is gone from the disk, and so are the reasons in its log. ', idLink(proof, 'The proof of the erasure')];
  }
  return versions
    ? 'It was pruned. What it said is kept until the retention of its history ends.'
    : 'What it said is gone from the disk. Its log says who did what, when and why.';
}

/** A proof is the one entry of a log that belongs to no record. */
function proofIn(entries) {
  try {
    return entries.length === 1 ? parse(entries[0].rationale).erasure : undefined;
  } catch {
    return undefined;
  }
}

function proven({ records, learned, changed, digest, reason }) {
  return [
    element('p', null, 'It says what was erased, and nothing of what that said.'),
    properties(
      ['Records erased', number(records)],
      ['Of these, learned from the others', number(learned)],
      ['Losses of records that stay', number(changed)],
      ['Why', reason],
      ['Digest of the logs of the erased records', element('code', null, digest)]),
  ];
}
