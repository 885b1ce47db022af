import { element } from './element.js';
import { instant, isId, number, plain, status, time } from './format.js';
import { empty, idLink, jsonValue, properties, rawJson, table } from './parts.js';

/** What a record says, in the form of its type; nodes to place one after another. */
export function payloadOf(record) {
  const { payload } = record;
  if (!payload) {
    return [empty('You may know that this record is there, and not what it says.')];
  }
  return (SHOWN[record.type] ?? other)(payload);
}

const SHOWN = {
  semantic: payload => [
    properties(
      ['Subject', payload.subject],
      ['Predicate', payload.predicate],
      ['Object', jsonValue(payload.object)],
      ['Holds', validity(payload.validity)],
      ['Revision policy', payload.revision_policy],
      ['State', payload.revision && status({ payload })],
      ['Supersedes', link(payload.revision?.supersedes)],
      ['Superseded by', link(payload.revision?.superseded_by)]),
    evidence(payload.evidence ?? []),
  ],
  episodic: payload => [
    properties(
      ['Episode', payload.episode],
      ['Outcome', payload.outcome ?? 'not told'],
      ['Environment', payload.environment && jsonValue(payload.environment)]),
    timeline(payload.timeline ?? []),
    tools(payload.tool_graph ?? []),
    payload.artifacts?.length > 0 && jsonValue(payload.artifacts),
  ],
  working: payload => [
    properties(
      ['Thread', payload.thread_id],
      ['State', payload.state],
      ['Summary', payload.context_summary],
      ['Constraints', payload.active_constraints && jsonValue(payload.active_constraints)]),
    lines('Next actions', payload.next_actions),
    lines('Open questions', payload.open_questions),
  ],
  competence: payload => [
    properties(
      ['Skill', payload.skill_name],
      ['Version', payload.version],
      ['Worked', performance(payload.performance)],
      ['Tools', payload.required_tools?.join(', ')]),
    triggers(payload.triggers ?? []),
    steps(payload.recipe ?? []),
    lines('Options', payload.fallbacks),
    lines('Failure modes', payload.failure_modes),
  ],
  plan_graph: payload => [
    properties(
      ['Intent', payload.intent],
      ['Version', payload.version],
      ['Runs', payload.metrics?.execution_count],
      ['Constraints', payload.constraints && jsonValue(payload.constraints)],
      ['Takes', payload.inputs_schema && jsonValue(payload.inputs_schema)],
      ['Gives', payload.outputs_schema && jsonValue(payload.outputs_schema)]),
    table('Steps', [
      { name: 'Step', value: node => node.id },
      { name: 'Operation', value: node => element('code', null, node.op) },
      { name: 'Parameters', value: node => jsonValue(node.params) },
      ...(payload.nodes?.some(node => node.guards) ? [{ name: 'Only if', value: node => jsonValue(node.guards) }] : []),
    ], payload.nodes ?? []),
  ],
};

function other(payload) {
  return [jsonValue(payload)];
}

function link(id) {
  return id && (isId(id) ? idLink(id) : id);
}

function validity(given) {
  const { mode, conditions, start, end } = given ?? {};
  if (mode === 'timeboxed' || start || end) {
    return ['from ', start ? time(start) : 'ever', ' until ', end ? time(end) : 'revoked'];
  }
  return conditions ? ['where ', jsonValue(conditions)] : 'everywhere';
}

function evidence(items) {
  return items.length > 0 && table('Evidence', [
    { name: 'Evidence', value: item => item.source_type },
    { name: 'From', value: item => link(item.source_id) },
    { name: 'When', value: item => time(item.timestamp) },
  ], items);
}

function timeline(items) {
  return items.length > 0 && [
    element('h3', null, 'Timeline'),
    element('ol', { class: 'timeline' }, items.map(item => element('li', null,
      instant(item.t), ' ', element('span', { class: 'badge' }, item.event_kind), ' ', item.summary || item.ref,
      item.data !== undefined && rawJson(item.data, 'What belongs to it')))),
  ];
}

function tools(calls) {
  return calls.length > 0 && [
    element('h3', null, 'Tool calls'),
    table('Tool calls', [
      { name: 'Tool', value: call => element('code', null, call.tool) },
      { name: 'Arguments', value: call => jsonValue(call.args) },
      { name: 'Result', value: call => jsonValue(call.result) },
      { name: 'When', value: call => call.timestamp ? instant(call.timestamp) : '' },
    ], calls),
  ];
}

function lines(name, texts) {
  return texts?.length > 0 && [
    element('h3', null, name),
    element('ul', null, texts.map(text => element('li', null, plain(text)))),
  ];
}

function performance(counts) {
  if (!counts) {
    return null;
  }
  const trials = Number(counts.success_count ?? 0) + Number(counts.failure_count ?? 0);
  return `${number(counts.success_count ?? 0)} of ${number(trials)} times`;
}

function triggers(all) {
  return all.length > 0 && [
    element('h3', null, 'Use it when the task is like'),
    element('ul', null, all.map(({ signal, conditions }) => element('li', null,
      signal, conditions && [' ', element('span', { class: 'quiet' }, 'where '), jsonValue(conditions)]))),
  ];
}

function steps(recipe) {
  return recipe.length > 0 && [
    element('h3', null, 'Steps'),
    element('ol', null, recipe.map(step => element('li', null,
      step.step, step.tool && !step.step.includes(step.tool) && [' ', element('code', null, step.tool)],
      step.args_schema && element('div', null, jsonValue(step.args_schema)),
      step.validation && element('div', null, element('span', { class: 'quiet' }, 'check: '), step.validation)))),
  ];
}
