import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tell } from './story.mjs';
import { Visitor } from './visitor.mjs';

const SIZES = [{ width: 1280, height: 900 }, { width: 390, height: 844 }];
const SCHEMES = ['light', 'dark'];

/** The views, each with what it has to say of the story. */
async function views(ask) {
  const { records } = await ask('records?page_size=100');
  const skill = records.find(record => record.type === 'competence');
  const plan = records.find(record => record.payload.plan_id === 'release');
  const fact = records.find(record => record.payload.object === 'Hooli');
  const { episodes } = await ask('episodes');
  return [
    ['records', '#/records', ['Records', 'user works_at Hooli']],
    ['search', '#/records?q=deploy&type=competence', ['best first', 'Deploy the payment service']],
    ['record', `#/record/${fact.id}`, ['Hooli', 'It is pruned in', 'The hash chain holds', 'supersedes']],
    ['retrieval', '#/retrieval?q=deploy+the+payment+service', ['Which procedure to use', 'Words that match']],
    ['skills', '#/skills', ['Skills']],
    ['skill', `#/skills/${skill.id}`, ['5 of 6', 'git_pull', 'Last before a failure', '6 of 6']],
    ['plan', `#/skills/${plan.id}`, ['scan_image']],
    ['episodes', '#/episodes', ['deploy-3', 'failure']],
    ['episode', `#/episodes/${episodes[0].record_ids[0]}`, ['run_tests', 'What it taught']],
    ['health', '#/health', ['Health', 'prune']],
  ];
}

/** Every view, in light and dark, on a desk and on a telephone. */
export async function sees_every_view(site) {
  await tell(site.ask);
  const all = await views(site.ask);
  for (const colorScheme of SCHEMES) {
    for (const size of SIZES) {
      const visitor = await Visitor.arriving(site, { ...size, colorScheme });
      await visitor.logIn(site.key);
      for (const [name, hash, texts] of all) {
        await seesOne(visitor, site.folder, `${name}-${size.width}-${colorScheme}`, hash, texts);
      }
      visitor.assertFaultless();
    }
  }
}

async function seesOne(visitor, folder, name, hash, texts) {
  await visitor.show(hash);
  await visitor.assertSays(...texts);
  await visitor.assertFits(name);
  await visitor.assertAccessible(name);
  await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Every view without a mouse, from the key to a record that is penalised. */
export async function works_by_keyboard(site) {
  await tell(site.ask);
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.see('#/records');
  await tabTo(page, 'Key');
  await page.keyboard.type(site.key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
  await visitor.settled();

  await presses(visitor, 'Retrieval', 'retrieval');
  await tabTo(page, 'Question');
  await page.keyboard.type('deploy the payment service');
  await page.keyboard.press('Enter');
  await arrives(visitor, 'q=deploy');
  await visitor.assertSays('Which procedure to use');
  await presses(visitor, 'Skills and plans', 'skills');
  await presses(visitor, 'Deploy the payment service', 'skills/');
  await visitor.assertSays('Does it work?');
  await presses(visitor, 'Episodes', 'episodes');
  await presses(visitor, 'deploy-3', 'episodes/');
  await visitor.assertSays('What it taught');
  await presses(visitor, 'Health', 'health');
  await visitor.assertSays('What goes next');

  await presses(visitor, 'Records', 'records');
  await tabTo(page, 'Search');
  await page.keyboard.type('which editor?');
  await page.keyboard.press('Enter');
  await arrives(visitor, 'q=which');
  await presses(visitor, 'prefers_editor', 'record/');
  await tabTo(page, 'Penalise');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Why');
  await page.keyboard.type('it was of no use');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visitor.settled();
  await visitor.assertSays('it was of no use', 'The hash chain holds', 'decay');
  visitor.assertFaultless();
}

async function presses(visitor, name, address) {
  await tabTo(visitor.page, name);
  await visitor.page.keyboard.press('Enter');
  await arrives(visitor, address);
}

async function arrives(visitor, address) {
  await visitor.page.waitForFunction(part => location.hash.includes(part), address);
  await visitor.settled();
}

/** Presses Tab until what has the focus has such a name or label. */
async function tabTo(page, name) {
  const passed = [];
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const node = document.activeElement;
      if (node.matches('body, main')) {
        return '';
      }
      return `${node.labels?.[0]?.innerText ?? ''} ${node.innerText ?? ''}`.trim();
    });
    if (focused.includes(name)) {
      return;
    }
    passed.push(focused);
  }
  assert.fail(`no way by Tab to "${name}", only to: ${passed.join(' | ')}`);
}

/** The address says what is shown: filters and pages are there again after a new arrival. */
export async function turns_pages(site) {
  for (let number = 0; number < 120; number++) {
    const scope = number % 10 === 0 ? 'rare' : '';
    await site.ask('ingest-observation', { source: 'agent', subject: 'number', predicate: 'is', object: `n${number}`, scope, if_known: 'new' });
  }
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  await visitor.assertSays('50 records', 'n0', 'n49');
  await follows(visitor, 'Next page');
  await visitor.assertSays('50 records on this page', 'n50', 'n99');
  const second = page.url();
  await follows(visitor, 'Next page');
  await visitor.assertSays('20 records on this page', 'n119');
  assert.equal(await page.getByRole('link', { name: 'Next page' }).count(), 0);
  await page.goBack();
  await page.getByText('n50').waitFor();

  const other = await Visitor.arriving(site);
  await other.logIn(site.key);
  await other.show(new URL(second).hash);
  await other.assertSays('50 records on this page', 'n50', 'n99');

  await visitor.show('#/records');
  await page.getByLabel('Scope').fill('rare');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForFunction(() => location.hash.includes('scope=rare'));
  await visitor.settled();
  await visitor.assertSays('12 records', 'n110');
  assert.ok(!(await visitor.text()).includes('n111'));
  await visitor.show('#/records?q=number&limit=100');
  await visitor.assertSays('100 records', 'best first');
  await follows(visitor, 'Show more');
  await visitor.assertSays('120 records');
  visitor.assertFaultless();
  other.assertFaultless();
}

async function follows(visitor, name) {
  const hash = await visitor.page.getByRole('link', { name }).getAttribute('href');
  await visitor.page.getByRole('link', { name }).click();
  await visitor.page.waitForFunction(at => location.hash === at, hash);
  await visitor.settled();
}

/** What somebody does to records, with a mouse. */
export async function changes_records(site) {
  await tell(site.ask);
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const { records } = await site.ask('records?memory_types=semantic&page_size=100');
  const of = predicate => records.find(record => record.payload.predicate === predicate).id;
  await acts(visitor, of('prefers'), 'Reinforce', {});
  await visitor.assertSays('reinforce');
  await acts(visitor, of('prefers'), 'Contest', { 'What speaks against it': 'a colleague' });
  await visitor.assertSays('contested', 'What it was', '/payload/revision');
  await page.getByLabel('Compare version').selectOption('1');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('from=1'));
  await visitor.settled();
  await visitor.assertSays('Version 1', 'Version 3');
  await acts(visitor, of('prefers_editor'), 'Supersede', {});
  await page.waitForFunction(id => !location.hash.includes(id), of('prefers_editor'));
  await visitor.settled();
  await visitor.assertSays('prefers_editor', 'supersedes');
  await acts(visitor, of('deploys_on'), 'Retract', {});
  await visitor.assertSays('retracted', 'It was taken back');
  await acts(visitor, of('works_at'), 'Delete', {});
  await visitor.assertSays('A deleted record', 'tried in a test', 'without content', 'The hash chain holds');
  assert.ok(!(await visitor.text()).includes('Hooli'));
  visitor.assertFaultless();
}

async function acts(visitor, id, name, fields) {
  const { page } = visitor;
  await visitor.show(`#/record/${id}`);
  await page.getByRole('button', { name: `${name}…` }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByLabel('Why').fill('tried in a test');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await visitor.settled();
}

/** When a record goes, whether its log stands, what others see, and what a skill is as a file. */
export async function explains(site) {
  await tell(site.ask);
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  for (const [lifecycle, salience, days] of LIVES) {
    const { record } = await site.ask('ingest-record', { source: 'agent', record: fact(lifecycle, salience) });
    await visitor.show(`#/record/${record.id}`);
    const end = /It is pruned [^,]*, on (\S+ \S+) UTC/.exec(await visitor.text())?.[1] ?? null;
    const expected = days && new Date(Date.parse(record.created_at) + days * 86_400_000);
    assert.ok(days === null ? end === null : Math.abs(Date.parse(`${end}Z`) - expected) < 60_000,
      `${JSON.stringify(lifecycle)}: ${end} for ${expected}`);
  }

  await ends(site, visitor);

  const { records } = await site.ask('records?page_size=100');
  const known = records.find(record => record.payload.object === 'Hooli');
  await page.route('**/audit', async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"actor":"ann"', '"actor":"eve"') });
  });
  await visitor.show(`#/record/${known.id}`);
  await visitor.assertSays('The hash chain is broken at 1 of', 'altered');
  await page.unroute('**/audit');

  await visitor.show('#/retrieval?q=payments+database&q2=which+editor');
  await visitor.assertSays('payments database Postgres 16', 'Neovim');
  await page.getByLabel('Key of another principal').fill(site.lowKey);
  await page.getByRole('button', { name: 'Ask with it' }).click();
  const other = page.locator('.columns > div').last();
  await other.getByRole('heading', { name: 'As the owner of the other key' }).waitFor();
  assert.ok(!(await other.innerText()).includes('Postgres 16'));

  const skill = records.find(record => record.type === 'competence');
  await visitor.show(`#/skills/${skill.id}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save SKILL.md' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  const { skills } = await site.ask(`skills?record_id=${skill.id}`);
  assert.equal(saved, skills[0].text);
  visitor.assertFaultless();
}

/** What is done goes at once, and runs of one key in two scopes are no parts of each other. */
async function ends(site, visitor) {
  const { record: done } = await site.ask('ingest-working-state',
    { source: 'agent', thread_id: 'release-41', state: 'done', context_summary: 'Release 41 is out.' });
  await visitor.show(`#/record/${done.id}`);
  await visitor.assertSays('It is pruned at the next sweep: the task is done.');

  const event = (scope, ref) =>
    site.ask('ingest-event', {
      source: 'agent', event_kind: 'note', ref, summary: 'a note', episode: 'same', scope, data: { image: 'a chart' },
    });
  const { record: one } = await event('one', '1');
  const { record: other } = await event('two', '2');
  await visitor.show(`#/episodes/${one.id}`);
  const said = await visitor.content();
  assert.ok(!said.includes(other.id), `${other.id} is of another run`);
  await visitor.page.getByText('What belongs to it').click();
  await visitor.assertSays('"image": "a chart"');
}

/** Lifecycles with a salience, and after how many days each is pruned: below .001, or too old. */
const LIVES = [
  [{ decay: { half_life_seconds: 86_400 } }, 1, Math.log2(1_000)],
  [{ decay: { half_life_seconds: 86_400 } }, 0.25, Math.log2(250)],
  [{ decay: { curve: 'linear', half_life_seconds: 864_000 } }, 0.5, 20 * (1 - 0.001 / 0.5)],
  [{ decay: { half_life_seconds: 864_000, max_age_seconds: 172_800 } }, 1, 2],
  [{ decay: { half_life_seconds: 86_400, min_salience: 0.2 } }, 1, null],
  [{ decay: { half_life_seconds: 86_400 }, deletion_policy: 'never' }, 1, null],
  [{ decay: { half_life_seconds: 86_400 }, pinned: true }, 1, null],
];

function fact(lifecycle, salience) {
  return {
    type: 'semantic',
    sensitivity: 'low',
    salience,
    lifecycle,
    provenance: { sources: [{ kind: 'observation', ref: 'by hand' }] },
    payload: { kind: 'semantic', subject: 'a record', predicate: 'fades', object: lifecycle, validity: { mode: 'global' } },
  };
}

/** A scope is what it is called, blanks and commas among it, alone and with another. */
export async function keeps_scopes_apart(site) {
  const names = ['my project', 'my', 'project', 'a,b'];
  for (const scope of names) {
    await site.ask('ingest-observation', { source: 'agent', subject: 'deploys', predicate: 'of', object: `<${scope}>`, scope });
  }
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  for (const scope of names) {
    await visitor.show('#/records');
    await page.getByLabel('Scope').fill(scope);
    await page.getByRole('button', { name: 'Show' }).click();
    await shown(visitor, names, [scope]);
    await visitor.show(`#/retrieval?${new URLSearchParams({ q: 'deploys', scope })}`);
    await shown(visitor, names, [scope]);
  }
  await visitor.show('#/records?scope=my+project');
  await page.getByLabel('Or scope').fill('a,b');
  await page.getByRole('button', { name: 'Show' }).click();
  await shown(visitor, names, ['my project', 'a,b']);
  visitor.assertFaultless();
}

async function shown(visitor, names, wanted) {
  await visitor.page.waitForFunction(scopes =>
    scopes.join() === new URLSearchParams(location.hash.split('?')[1]).getAll('scope').join(), wanted);
  await visitor.settled();
  const text = await visitor.text();
  assert.deepEqual(names.filter(scope => text.includes(`<${scope}>`)), names.filter(scope => wanted.includes(scope)));
}

/** What somebody typed stays when it was wrong, and is told once and plainly. */
export async function forgives_slips(site) {
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.see('#/records');
  await page.getByLabel('Key').fill('schlüssel');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('No header can carry this key').waitFor();
  assert.ok(!(await visitor.text()).includes('fault'));
  await visitor.logIn(site.key);

  await visitor.show('#/retrieval');
  await page.getByLabel('Question', { exact: true }).fill('editor');
  await page.getByLabel('Context').fill('{bad');
  await page.getByRole('button', { name: 'Ask' }).first().click();
  await page.getByText('The context is not JSON').waitFor();
  assert.equal(await page.getByLabel('Question', { exact: true }).inputValue(), 'editor');
  for (const [context, told] of [['{bad', 'The context is not JSON'], ['[1]', 'context']]) {
    await visitor.show(`#/retrieval?${new URLSearchParams({ q: 'editor', context })}`);
    await visitor.assertSays(told);
    assert.equal(await page.getByLabel('Question', { exact: true }).inputValue(), 'editor');
  }
  await visitor.show('#/records?type=bogus');
  assert.equal((await visitor.text()).split('memory_types').length, 2);

  await visitor.show('#/episodes');
  await visitor.assertSays('There is no episode yet.');
  await visitor.show('#/episodes?episode=nonsense');
  await visitor.assertSays('There is no such episode.');

  const { record } = await site.ask('ingest-observation', { source: 'agent', subject: 'a', predicate: 'b', object: 'c', scope: 'none' });
  const other = await Visitor.arriving(site);
  await other.logIn(site.lowKey);
  await other.show(`#/record/${record.id}`);
  await other.page.getByRole('button', { name: 'Reinforce…' }).click();
  const dialog = other.page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('tried in a test');
  await dialog.getByRole('button', { name: 'Reinforce', exact: true }).click();
  await dialog.getByText('This key does not allow this.').waitFor();
  visitor.assertFaultless();
  other.assertFaultless();
}

const DAY = 86_400_000;

/** When a record goes is what the queue of the server says, and a deletion says what it leaves. */
export async function says_what_will_happen(site) {
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const run = (episode, more = {}) => site.ask('ingest-tool-output', { source: 'agent', tool_name: 'push', episode, ...more });

  const { record: open } = await run('open');
  await pruned(visitor, open, 'at the sweep', 8 * DAY);
  const { record: ended } = await run('ended');
  const { record: outcome } = await site.ask('ingest-outcome', { source: 'agent', target_record_id: ended.id, outcome_status: 'success' });
  await site.ask('run-consolidation', {});
  await pruned(visitor, outcome, 'What called tools is kept 7 days', 7 * DAY);
  const { queues } = await site.ask('jobs');
  const due = Date.parse(queues.find(({ name }) => name === 'prune').oldest_due);
  assert.ok(Math.abs(due - Date.parse(outcome.updated_at) - 7 * DAY) < 60_000, `the queue has ${due}`);

  const { record: told } = await site.ask('ingest-event',
    { source: 'agent', event_kind: 'note', ref: '1', summary: 'a note', episode: 'told' });
  await pruned(visitor, told, 'once everything was learned from it, in 24 hours at the earliest', 8 * DAY);

  const state = context_summary => site.ask('ingest-working-state', { source: 'agent', thread_id: 't', state: 'executing', context_summary });
  const { record: former } = await state('first');
  await state('second');
  await visitor.show(`#/record/${former.id}`);
  await visitor.assertSays('It is pruned at the next sweep: the task went on without it.');

  await site.ask('reinforce', { id: ended.id, rationale: 'of use' });
  await visitor.show(`#/record/${ended.id}`);
  const offered = await page.locator('#content .buttons button').allInnerTexts();
  assert.deepEqual(offered.filter(name => name.endsWith('…')), ['Reinforce…', 'Penalise…', 'Delete…']);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByText('What was learned from it (facts, skills, plans) stays').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  visitor.assertFaultless();
}

/** The instant at which a record is said to go at the latest. */
async function pruned(visitor, record, text, after) {
  await visitor.show(`#/record/${record.id}`);
  await visitor.assertSays(text);
  const said = Date.parse(`${/, on (\S+ \S+) UTC/.exec(await visitor.text())?.[1]}Z`);
  const expected = Date.parse(record.updated_at) + after;
  assert.ok(Math.abs(said - expected) < 60_000, `${text}: ${new Date(said)} for ${new Date(expected)}`);
}

/** A run takes as long as its events, whatever is done to its record; a new fact has a reason of its own. */
export async function tells_runs_and_reasons(site) {
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  for (const timestamp of ['2026-03-01T10:00:00Z', '2026-03-01T10:00:30Z']) {
    await site.ask('ingest-tool-output', { source: 'agent', tool_name: 'push', episode: 'run', timestamp });
  }
  const { episodes } = await site.ask('episodes');
  await site.ask('reinforce', { id: episodes[0].record_ids[0], rationale: 'of use' });
  await visitor.show(`#/episodes/${episodes[0].record_ids[0]}`);
  await visitor.assertSays('30 seconds');

  const { record } = await site.ask('ingest-observation', { source: 'agent', subject: 'user', predicate: 'editor', object: 'vim' });
  await visitor.show(`#/record/${record.id}`);
  await page.getByRole('button', { name: 'Supersede…' }).click();
  const dialog = page.getByRole('dialog');
  const payload = JSON.parse(await dialog.getByLabel('The new payload').inputValue());
  assert.ok(!('evidence' in payload));
  await dialog.getByLabel('The new payload').fill(JSON.stringify({ ...payload, object: 'helix' }));
  await dialog.getByLabel('Why').fill('the user said so');
  await dialog.getByRole('button', { name: 'Supersede', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await visitor.settled();
  const { records } = await site.ask('records?memory_types=semantic');
  assert.deepEqual(records[0].payload.evidence.map(one => one.source_id), ['the user said so']);
  visitor.assertFaultless();
}

/** What strangers write into every field: each would call the page if it were more than text. */
const HOSTILE = [
  '<script>globalThis.executed=1</script>',
  '<img src=x onerror="globalThis.executed=1">',
  '"><svg onload=globalThis.executed=1>',
  "javascript:globalThis.executed=1//'",
  '</pre></details><iframe srcdoc="<script>parent.executed=1</script>"></iframe>',
  '{{constructor.constructor("globalThis.executed=1")()}}<b>bold</b>&lt;',
];

/** Markup in every text of every type is shown as it was written. */
export async function shows_markup_as_text(site) {
  await tellHostile(site.ask);
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const { records } = await site.ask('records?page_size=100&include_retracted=true');
  assert.deepEqual([...new Set(records.map(record => record.type))].sort(),
    ['competence', 'episodic', 'plan_graph', 'semantic', 'working']);
  const hashes = [
    '#/records', `#/records?q=${encodeURIComponent(HOSTILE[0])}&tag=${encodeURIComponent(HOSTILE[1])}`,
    '#/skills', '#/episodes', '#/health', `#/retrieval?q=${encodeURIComponent(`globalThis executed ${HOSTILE[1]}`)}&context=${encodeURIComponent(HOSTILE[2])}`,
    '#/retrieval?q=executed', `#/${encodeURIComponent(HOSTILE[1])}`, `#/record/${encodeURIComponent(HOSTILE[1])}`,
    ...records.map(record => `#/record/${record.id}`),
    ...records.filter(({ type }) => ['competence', 'plan_graph'].includes(type)).map(({ id }) => `#/skills/${id}`),
    ...records.filter(({ type }) => type === 'episodic').map(({ id }) => `#/episodes/${id}`),
  ];
  for (const hash of hashes) {
    await visitor.show(hash);
    const foreign = await page.evaluate(() => ({
      executed: globalThis.executed,
      made: document.querySelectorAll('#content :is(script, img, iframe, object, embed, b, link, meta)').length,
      leading: [...document.querySelectorAll('#content a')].filter(link => !(link.getAttribute('href') ?? '').startsWith('#/')).length,
    }));
    assert.deepEqual(foreign, { executed: undefined, made: 0, leading: 0 }, hash);
  }
  for (const { id } of records) {
    await visitor.show(`#/record/${id}`);
    await visitor.assertSays('executed=1');
  }
  visitor.assertFaultless();
}

async function tellHostile(ask) {
  for (const text of HOSTILE) {
    await ask('ingest-observation', { source: text, subject: text, predicate: text, object: { [text]: text }, tags: [text] });
    await ask('ingest-working-state', {
      source: text, thread_id: text, state: 'executing', next_actions: [text], open_questions: [text],
      context_summary: text, active_constraints: [{ [text]: text }], tags: [text],
    });
    const call = await ask('ingest-tool-output', {
      source: text, tool_name: text, args: { [text]: text }, result: [text], episode: text,
    });
    await ask('ingest-event', { source: text, event_kind: text, ref: text, summary: text, episode: text, data: { [text]: text } });
    await ask('ingest-outcome', { source: text, target_record_id: call.record.id, outcome_status: 'failure' });
    await ask('ingest-record', { source: text, record: hostileSkill(text) });
    await ask('ingest-record', { source: text, record: hostilePlan(text) });
  }
}

function hostileSkill(text) {
  return {
    type: 'competence',
    sensitivity: 'low',
    provenance: { sources: [{ kind: 'observation', ref: text }] },
    payload: {
      kind: 'competence', skill_name: text, version: text, triggers: [{ signal: text, conditions: { [text]: text } }],
      recipe: [{ step: text, tool: text, args_schema: { [text]: text }, validation: text }],
      required_tools: [text], failure_modes: [text], fallbacks: [text],
      performance: { success_count: 2, failure_count: 1 },
    },
  };
}

function hostilePlan(text) {
  return {
    type: 'plan_graph',
    sensitivity: 'low',
    provenance: { sources: [{ kind: 'observation', ref: text }] },
    payload: {
      kind: 'plan_graph', plan_id: text, version: text, intent: text, constraints: { [text]: text },
      nodes: [{ id: text, op: text, params: { [text]: text }, guards: { [text]: text } }, { id: 'b', op: text, params: {} }],
      edges: [{ from: text, to: 'b', kind: 'data' }],
    },
  };
}

/** So many times something hidden is stored, and the page of somebody who may not know it stays the same. */
const TRIALS = Number(process.env.TRIALS ?? 200);

/** What is hidden from a principal changes nothing on their page. */
export async function hides_what_is_hidden(site) {
  await tell(site.ask);
  const visitor = await Visitor.arriving(site, { now: Date.now() + 60_000 });
  await visitor.logIn(site.lowKey);
  const { records } = await site.askLow('records?page_size=100');
  const hashes = [
    '#/records', '#/records?status=all', '#/records?q=deploy', '#/records?salience=0.5',
    '#/retrieval?q=deploy+the+payment+service', '#/skills', '#/episodes', '#/health',
    ...records.map(({ id }) => `#/record/${id}`),
    ...records.filter(({ type }) => type === 'competence').map(({ id }) => `#/skills/${id}`),
    ...records.filter(({ type }) => type === 'episodic').slice(0, 2).map(({ id }) => `#/episodes/${id}`),
  ];
  const before = new Map();
  for (const hash of hashes) {
    before.set(hash, await held(visitor, hash));
  }
  for (let trial = 0; trial < TRIALS; trial++) {
    await hide(site.ask, trial);
    const hash = hashes[trial % hashes.length];
    assertSame(await held(visitor, hash), before.get(hash), `trial ${trial}: ${hash}`);
  }
  visitor.assertFaultless();
}

/** Salience fades between two looks, so numbers with a fraction may differ by a twentieth. */
function assertSame(now, before, where) {
  const [is, was] = [now, before].map(text => text.split(/(\d+(?:\.\d+)?)/));
  const place = is.findIndex((part, index) => !same(part, was[index]));
  if (place >= 0 || is.length !== was.length) {
    const around = parts => parts.slice(Math.max(0, place - 10), place + 10).join('');
    assert.fail(`${where}: ${around(is)}\nwas: ${around(was)}`);
  }
}

function same(is, was) {
  return is === was
    || (`${is}${was}`.includes('.') && Math.abs(is - was) <= 0.05 * Math.max(1, Math.abs(was)));
}

/** Something of any kind, too sensitive or in a scope of others. */
async function hide(ask, trial) {
  const hidden = trial % 2 === 0 ? { sensitivity: 'hyper' } : { scope: 'others' };
  const text = 'Deploy the payment service to staging and check its health';
  const kinds = [
    () => ask('ingest-observation', { source: 'agent', subject: 'user', predicate: 'prefers', object: `${text} ${trial}`, ...hidden }),
    () => ask('ingest-event', { source: 'agent', event_kind: 'user_message', ref: 'm', summary: text, episode: `hidden-${trial}`, ...hidden }),
    () => ask('ingest-working-state', { source: 'agent', thread_id: `hidden-${trial}`, state: 'executing', context_summary: text, ...hidden }),
    () => ask('ingest-record', { source: 'agent', record: { ...hostileSkill(text), ...hidden } }),
    () => ask('ingest-record', { source: 'agent', record: { ...hostilePlan(text), ...hidden } }),
  ];
  await kinds[trial % kinds.length]();
}

/** What the page holds of a view, raw JSON and calls included, without what follows from the time alone. */
async function held(visitor, hash) {
  await visitor.show(hash);
  const whole = await visitor.page.evaluate(() => document.body.innerHTML);
  return whole.replaceAll(/· \d+ ms|points="[^"]*"|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d UTC)?/g, '');
}
