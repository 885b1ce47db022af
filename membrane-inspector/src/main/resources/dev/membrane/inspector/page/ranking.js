import { element } from './element.js';
import { number, percent, title } from './format.js';
import { bar, empty, idLink, properties, recordLink, statusBadge, table, typeBadge } from './parts.js';

/** What each part of the relevance is called where people read it. */
const PARTS = {
  event: 'Fact that repeats an event',
  date: 'Date that the question names',
  outcome: 'Outcome that the question asks for',
  speaker: 'Speaker that the question names',
  time_expression: 'Time that the record tells',
  window: 'Neighbours in time',
  role: 'Role of who said it',
};

/** What each signal compares. */
const SIGNALS = { text: 'Words', vector: 'Meaning', vectors: 'Meaning', meaning: 'Meaning' };

/** A ranked answer with its reasons, and the choice among its procedures. */
export function ranked({ records, explanations, selection, scores, truncated }) {
  if (records.length === 0) {
    return empty('Nothing that may be seen matches.');
  }
  const reasons = new Map((explanations ?? []).map(one => [one.id, one]));
  const titles = new Map(records.map(record => [record.id, title(record)]));
  return element('div', null,
    selection && selected(selection, reasons),
    element('ol', { class: 'ranking' }, records.map((record, place) =>
      element('li', null, entry(record, reasons.get(record.id), scores?.[place], titles, place === 0)))),
    truncated && element('p', { class: 'quiet' }, 'There is more than the limit lets through.'));
}

function entry(record, reason, score, titles, isFirst) {
  return [
    element('p', null, typeBadge(record.type), ' ', recordLink(record), ' ', statusBadge(record)),
    reason ? explained(reason, titles, isFirst) : element('p', { class: 'quiet' }, `Score ${number(score ?? 0, 4)}; not explained.`),
  ];
}

function explained(reason, titles, isOpen) {
  return element('details', { class: 'reason', open: isOpen },
    element('summary', null, bar(reason.score, number(reason.score, 4)), ' ', summary(reason)),
    signals(reason),
    terms(reason.terms ?? []),
    neighbours(reason.neighbours ?? [], titles),
    procedure(reason.relevance?.selector));
}

function summary({ ranked_by: by, relevance, salience }) {
  if (by !== 'score') {
    return `ranked by ${by}`;
  }
  return `relevance ${contribution(relevance)} + salience ${contribution(salience)}`;
}

function contribution(part) {
  return part ? number(Number(part.weight) * Number(part.normalised), 3) : '0';
}

/** Every signal as a bar: its value, what counts as nothing, the best there is, and its weight. */
function signals({ relevance, salience }) {
  const rows = [
    ...(relevance?.signals ?? []).map(one => ({ ...one, name: SIGNALS[one.signal] ?? one.signal })),
    relevance && { name: 'Relevance', ...relevance, value: total(relevance) },
    salience && { name: 'Salience', ...salience },
  ].filter(row => row);
  const others = Object.entries(PARTS).filter(([name]) => isTelling(name, relevance?.[name]));
  return [
    element('p', { class: 'quiet' }, 'A share of 1 is the best value of this answer, 0 the neutral one, which counts as nothing. The score is the share of'
      + ' relevance and that of salience, each times its weight. ', relevance?.selector
      ? 'This is a procedure, so its relevance is its score as one, and its signals count for nothing in it.'
      : 'The value of relevance is the mean of the shares of its signals by their weights, plus what is below the table, times the role.'),
    table('Signals', [
      { name: 'Signal', value: row => row.name },
      { name: 'Share', numeric: true, value: row => bar(row.normalised, number(row.normalised, 3)) },
      { name: 'Weight', numeric: true, value: row => number(row.weight, 2) },
      { name: 'Value', numeric: true, value: row => number(row.value, 3) },
      { name: 'Neutral', numeric: true, value: row => row.zero === undefined ? '0' : number(row.zero, 3) },
      { name: 'Best', numeric: true, value: row => row.best === undefined || row.selector ? '' : number(row.best, 3) },
    ], rows),
    others.length > 0 && properties(...others.map(([name, text]) => [text, number(relevance[name], 3)])),
  ];
}

/** What a share of the best comes to; a procedure has another measure. */
function total({ normalised, best, selector }) {
  return selector || best === undefined ? normalised : Number(normalised) * Number(best);
}

/** A role of 1 and a share of 0 change nothing. */
function isTelling(name, value) {
  return value !== undefined && Number(value) !== (name === 'role' ? 1 : 0);
}

function terms(all) {
  return all.length > 0 && [
    element('h3', null, 'Words that match'),
    table('Words that match', [
      { name: 'Word', value: term => element('code', null, term.term) },
      { name: 'Count', numeric: true, value: term => number(term.count, 2) },
      { name: 'Rarity', numeric: true, value: term => number(term.idf, 2) },
      { name: 'Adds', numeric: true, value: term => number(term.contribution, 3) },
    ], all),
  ];
}

function neighbours(all, titles) {
  return all.length > 0 && [
    element('h3', null, 'Lent by neighbours'),
    element('p', { class: 'quiet' }, 'Records that stand near this one lend it a share of their words.'),
    element('ul', null, all.map(({ id, share }) => element('li', null, idLink(id, titles.get(id)), ` ${number(share, 3)}`))),
  ];
}

function procedure(selector) {
  return selector && [
    element('h3', null, 'As a procedure'),
    properties(
      ['Fits the task', percent(selector.fit)],
      ['Works', percent(selector.works)],
      ['Succeeds on average', percent(selector.mean_success)],
      ['Succeeds at best', percent(selector.success_at_best)],
      ['Counts', selector.claimed ? 'claimed, not measured' : 'measured'],
      ['Stopped working', selector.stopped_working ? 'yes' : 'no'],
      ['Score', number(selector.score, 3)]),
  ];
}

function selected({ selected: chosen, scores, confidence, needs_more: needsMore }, reasons) {
  const works = reasons.get(chosen[0]?.id)?.relevance?.selector?.works;
  return element('div', { class: needsMore ? 'note' : 'done' },
    element('h3', null, 'Which procedure to use'),
    element('p', null, needsMore
      ? `More is needed before one is used, ${reasonFor(confidence, works)}`
      : `The first is good enough: ${overlap(confidence)}.`),
    element('ol', null, chosen.map((record, place) => element('li', null,
      typeBadge(record.type), ' ', recordLink(record), ` ${number(scores?.[place] ?? 0, 3)}`))));
}

/** Either the task is of no known kind, or what was learned of it works too seldom. */
function reasonFor(confidence, works) {
  return works !== undefined && Number(works) < 0.5
    ? `as the first works in ${percent(works)} of cases only.`
    : `as ${overlap(confidence)}, which is less than selection_confidence_threshold (70 %, unless configured).`;
}

/** The confidence is no chance that the choice is right. */
function overlap(confidence) {
  return `its tools are expected to be ${percent(confidence)} the same as those that solve the task`;
}
