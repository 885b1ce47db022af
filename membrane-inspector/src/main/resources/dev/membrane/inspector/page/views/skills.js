import { get, recordBy } from '../api.js';
import { element } from '../element.js';
import { percent, time, title } from '../format.js';
import { layeredGraph } from '../graph.js';
import { latestRuns, outcomes } from '../outcomes.js';
import { empty, nextPage, optional, otherKind, properties, rawJson, section, table, typeBadge } from '../parts.js';
import { payloadOf } from '../payload.js';
import { planGraph, recipeGraph } from '../plans.js';
import { href } from '../router.js';
import { stepMetrics } from '../steps.js';
import { lowerBound } from '../wilson.js';

const PAGE = 50;

/** Skills and plans: what agents have learned to do, and how often it worked. */
export async function render({ path, parameters }, signal) {
  return path[1] ? one(path[1], signal) : all(parameters, signal);
}

async function all(parameters, signal) {
  const includeStopped = parameters.get('stopped') === 'yes';
  const { skills, next_cursor: cursor } = await get('/v1/skills',
    { include_stopped: includeStopped, page_size: PAGE, cursor: parameters.get('cursor') }, { signal });
  return element('div', null,
    element('h1', null, 'Skills and plans'),
    element('p', { class: 'quiet' }, 'What agents have learned to do, from runs that went the same way.'),
    element('p', null, includeStopped
      ? element('a', { href: href('skills') }, 'Without those that stopped working')
      : element('a', { href: href('skills', { stopped: 'yes' }) }, 'Also those that stopped working')),
    skills.length > 0
      ? skillTable(skills)
      : empty('Nothing was learned yet. A skill is learned from episodes that went the same way twice, when consolidation runs.'),
    cursor && nextPage(href('skills', { stopped: parameters.get('stopped'), cursor })));
}

function skillTable(skills) {
  return table('Skills', [
    { name: 'Skill', value: skill => [typeBadge(skill.type), ' ', element('a', { class: 'title', href: href(['skills', skill.record_id]) }, skill.description), badges(skill)] },
    { name: 'Scope', value: skill => skill.scope || element('span', { class: 'quiet' }, 'none') },
    { name: 'Worked', numeric: true, value: skill => Number(skill.trials) > 0 ? `${skill.successes} of ${skill.trials}` : 'not tried' },
    { name: 'Lower bound', numeric: true, value: skill => Number(skill.trials) > 0 ? percent(lowerBound(Number(skill.successes), Number(skill.trials))) : '' },
    { name: 'Last success', value: skill => time(skill.last_success_at) },
  ], skills);
}

function badges(skill) {
  return [
    skill.stopped_working && [' ', element('span', { class: 'badge bad' }, 'stopped working')],
    skill.claimed && [' ', element('span', { class: 'badge warning' }, 'counts are claimed')],
  ];
}

async function one(id, signal) {
  const record = await recordBy(id, { signal });
  if (!['competence', 'plan_graph'].includes(record.type)) {
    return otherKind(record, 'skill and no plan');
  }
  const { skills } = await optional(get('/v1/skills', { record_id: id, include_stopped: true }, { signal }), { skills: [] });
  const skill = skills[0];
  const latest = await latestRuns(record, signal);
  return element('div', null,
    element('p', { class: 'small' }, element('a', { href: href('skills') }, 'Skills and plans')),
    element('h1', null, title(record)),
    element('p', null, typeBadge(record.type), ' ', skill && badges(skill), ' ',
      element('a', { href: href(['record', record.id]) }, 'Its record')),
    section('Does it work?', verdict(skill), outcomes(latest)),
    drawing(record, latest.runs),
    section('What it says', payloadOf(record)),
    skill && exported(skill),
    rawJson(record));
}

function verdict(skill) {
  if (!skill || Number(skill.trials) === 0) {
    return element('p', null, 'Nobody knows: no run of it was measured.');
  }
  const [trials, successes] = [Number(skill.trials), Number(skill.successes)];
  const bound = lowerBound(successes, trials);
  return [
    element('p', { class: skill.stopped_working ? 'note' : null },
      element('strong', null, skill.stopped_working ? 'It worked once and has stopped. ' : plainly(bound, successes, trials)),
      `It worked ${successes} of ${trials} times, which makes it likely to work in at least ${percent(bound)} of runs.`),
    skill.claimed && element('p', { class: 'note' }, 'These counts were claimed by whoever wrote the record. Nobody measured them here.'),
    properties(
      ['Trials', String(trials)],
      ['Successes', String(successes)],
      ['Lower bound (95 %)', percent(bound)],
      ['Last used', time(skill.last_used_at)],
      ['Last success', time(skill.last_success_at)]),
  ];
}

function plainly(bound, successes, trials) {
  if (bound >= 0.5) {
    return 'Yes. ';
  }
  return successes / trials < 0.5 ? 'Often not. ' : 'So far it does, with few runs to go by. ';
}

function drawing(record, runs) {
  const graph = record.type === 'plan_graph' ? planGraph(record.payload) : recipeGraph(record.payload);
  return graph.nodes.length > 0 && section('Its steps', layeredGraph(graph, 'The steps in their order'),
    metricsOf(record.payload.metrics), stepMetrics(graph.nodes, runs));
}

function metricsOf(metrics) {
  return metrics && properties(
    ['Runs', metrics.execution_count],
    ['Failed', metrics.failure_rate === undefined ? null : percent(metrics.failure_rate)],
    ['Takes', metrics.avg_latency_ms === undefined ? null : `${Math.round(Number(metrics.avg_latency_ms))} ms on average`],
    ['Last run', metrics.last_executed_at && time(metrics.last_executed_at)]);
}

/** The file as agents read it, to be saved next to their other skills. */
function exported(skill) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([skill.text], { type: 'text/markdown' }));
    element('a', { href: address, download: 'SKILL.md' }).click();
    URL.revokeObjectURL(address);
  };
  return section('As SKILL.md',
    element('p', null, 'For agents that read skills from files, in a folder named ', element('code', null, skill.name), '.'),
    element('div', { class: 'buttons' }, element('button', { type: 'button', onclick: save }, 'Save SKILL.md')),
    element('pre', { tabindex: 0 }, skill.text));
}
