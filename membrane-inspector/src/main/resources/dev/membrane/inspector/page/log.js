import { checkChain } from './audit.js';
import { element } from './element.js';
import { idParts, instant } from './format.js';
import { idLink, table } from './parts.js';

const VERDICTS = {
  kept: ['good', 'as written'],
  altered: ['bad', 'altered'],
  withheld: ['warning', 'not shown to you'],
  unchecked: ['', 'without content'],
};

/** The audit log of a record, and whether its chain holds. */
export async function auditLog(id, entries) {
  const verdicts = await checkChain(id, entries);
  const rows = entries.map((entry, place) => ({ ...entry, verdict: verdicts?.[place] }));
  return [
    element('p', { role: 'status' }, chainText(verdicts)),
    table('Audit log', [
      { name: 'When', value: entry => instant(entry.timestamp) },
      { name: 'Action', value: entry => entry.action },
      { name: 'By', value: entry => entry.actor ?? element('span', { class: 'quiet' }, 'withheld') },
      { name: 'Why', value: entry => reason(entry.rationale) },
      { name: 'Chain', value: entry => verdictBadge(entry.verdict) },
      { name: 'Hash', value: entry => element('code', { title: entry.hash }, entry.hash.slice(0, 12)) },
    ], rows),
  ];
}

/** What somebody wrote, with a link for each id in it. */
function reason(text) {
  return text
    ? idParts(text).map(({ id, words }) => id ? idLink(id, id) : words)
    : element('span', { class: 'quiet' }, 'not said');
}

function chainText(verdicts) {
  if (verdicts === null) {
    return 'The chain is not checked here: a browser computes hashes only on this machine or over TLS. Run: membraned verify-audit';
  }
  const altered = verdicts.filter(verdict => verdict === 'altered').length;
  const withheld = verdicts.filter(verdict => verdict === 'withheld').length;
  if (altered > 0) {
    return `The hash chain is broken at ${altered} of ${verdicts.length} entries. Run: membraned verify-audit`;
  }
  if (withheld > 0) {
    return `The hash chain holds, as far as it can be checked from here: of ${withheld} of ${verdicts.length} entries only the hash is told.`;
  }
  return verdicts.includes('unchecked')
    ? 'The hash chain holds, as far as a browser can check it. membraned verify-audit also checks entries without content.'
    : 'The hash chain holds: each entry follows from the one before. membraned verify-audit also compares it with the record.';
}

function verdictBadge(verdict) {
  const [tone, text] = VERDICTS[verdict] ?? ['', 'not checked'];
  return element('span', { class: `badge ${tone}` }, text);
}
