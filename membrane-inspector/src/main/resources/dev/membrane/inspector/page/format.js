import { element } from './element.js';

const SECONDS = [
  ['year', 31_557_600], ['month', 2_629_800], ['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const UNITS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The names of the five types, as people say them. */
export const TYPES = {
  semantic: 'fact',
  competence: 'skill',
  plan_graph: 'plan',
  episodic: 'episode',
  working: 'task state',
};

export const SENSITIVITIES = ['public', 'low', 'medium', 'high', 'hyper'];

/** A number with at most so many digits behind the point, without zeros at its end. */
export function number(value, digits = 2) {
  return Number(value).toLocaleString('en', { maximumFractionDigits: digits });
}

export function percent(value, digits = 0) {
  return `${number(Number(value) * 100, digits)} %`;
}

/** How much later than now an instant is, such as "in 3 days". */
export function relative(instant, now = Date.now()) {
  const seconds = (new Date(instant).getTime() - now) / 1_000;
  const [unit, length] = SECONDS.find(([, size]) => Math.abs(seconds) >= size) ?? SECONDS.at(-1);
  return RELATIVE.format(Math.round(seconds / length), unit);
}

/** A length of time, such as "30 days". */
export function duration(seconds) {
  const [unit, length] = SECONDS.find(([, size]) => Math.abs(seconds) >= size) ?? SECONDS.at(-1);
  const amount = UNITS.format(seconds / length);
  return `${amount} ${unit}${amount === '1' ? '' : 's'}`;
}

/** An instant to the second, in UTC as everywhere in Membrane. */
export function instantText(instant) {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** An instant, said as a distance from now, and exactly where somebody points. */
export function time(instant) {
  return instant
    ? element('time', { datetime: instant, title: instant }, relative(instant))
    : element('span', { class: 'quiet' }, 'never');
}

/** An instant itself, where the order of what happened matters. */
export function instant(at) {
  return element('time', { datetime: at, title: at }, instantText(at));
}

/** One line that says what a record is about. */
export function title(record) {
  const payload = record.payload;
  if (!payload) {
    return 'Withheld: more sensitive than this key or this question may see';
  }
  const makers = {
    semantic: () => `${payload.subject} ${payload.predicate} ${plain(payload.object)}`,
    competence: () => payload.triggers?.[0]?.signal || payload.skill_name,
    plan_graph: () => payload.intent || payload.plan_id,
    episodic: () => [payload.timeline?.find(item => item.summary)?.summary, payload.episode && `(${payload.episode})`]
      .filter(part => part).join(' ') || 'An episode',
    working: () => `${payload.thread_id}: ${payload.context_summary || payload.state}`,
  };
  return shortened(makers[record.type]?.() ?? record.id);
}

/** A value of JSON in one line; texts stand without quotes. */
export function plain(value) {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? '';
}

export function shortened(text, length = 160) {
  const whole = String(text).replace(/\s+/g, ' ').trim();
  return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
}

/** Whether a text is an id of a record, as far as its form tells. */
export function isId(text) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A text in parts: `{id}` for each id of a record in it, and `{words}` between them. */
export function idParts(text) {
  return text.split(/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i)
    .map((part, place) => place % 2 === 1 ? { id: part } : { words: part });
}

/** The end of an id, which tells records apart as their beginning is a time. */
export function shortId(id) {
  return id.slice(-8);
}

/** What became of a record: `active`, `contested`, `retracted` or `superseded`. */
export function status(record) {
  const revision = record.payload?.revision;
  return revision?.superseded_by ? 'superseded' : revision?.status ?? 'active';
}
