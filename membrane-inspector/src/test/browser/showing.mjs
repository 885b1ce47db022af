import assert from 'node:assert/strict';
import { Visitor } from './visitor.mjs';

const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const INSTANT = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;

/** What turns the direction of words is seen and turns nothing, wherever a text is shown. */
export async function shows_marks_of_direction(site) {
  const text = 'paid \u202Eton si ti\u202C ok \u2066\u200F';
  const { record } = await site.ask('ingest-observation', { source: text, subject: text, predicate: text, object: { [text]: text } });
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const asked = encodeURIComponent(text);
  for (const hash of ['#/records', `#/record/${record.id}`, `#/retrieval?q=${asked}`, `#/records?q=${asked}`]) {
    await visitor.show(hash);
    await visitor.assertSays('paid \\u202Eton si ti\\u202C ok');
    const held = await page.evaluate(() => {
      const titles = [...document.querySelectorAll('[title]')].map(node => node.title);
      return [document.title, document.body.textContent, ...titles].join('\n');
    });
    assert.ok(!MARKS.test(held), hash);
  }
  await page.getByText('as curl').click();
  const commands = await page.locator('#calls pre').allTextContents();
  assert.ok(commands.some(command => command.includes('"task_descriptor":"paid \\u202Eton')), commands.join('\n'));

  await visitor.show(`#/record/${record.id}`);
  await page.getByRole('button', { name: 'Supersede…' }).click();
  const payload = await page.getByLabel('The new payload').inputValue();
  assert.equal(JSON.parse(payload).subject, text);
  assert.equal(await page.locator('#content time').first().evaluate(node => getComputedStyle(node).unicodeBidi), 'isolate');
  visitor.assertFaultless();
}

/** A level shows what is at most at it, and what is on a page is no total. */
export async function counts_what_it_shows(site) {
  const fact = (n, sensitivity) => site.ask('ingest-observation',
    { source: 'agent', subject: `sensor ${n}`, predicate: 'reads', object: `value ${n}`, sensitivity, if_known: 'new' });
  for (let n = 0; n < 60; n++) {
    await fact(n, n % 2 ? 'low' : 'medium');
  }
  const visitor = await Visitor.arriving(site);
  await visitor.logIn(site.key);
  await visitor.assertSays('The first 50 records, oldest first');
  for (const [hash, count] of [['#/records?sensitivity=low', '30 records, oldest first'], ['#/records?q=sensor&sensitivity=low', ', best first']]) {
    await visitor.show(hash);
    await visitor.assertSays(count, 'sensor 1 reads');
    assert.ok(!(await visitor.text()).includes('Withheld'), hash);
  }
  await visitor.show('#/records?q=sensor');
  await visitor.assertSays('The first 50 records, best first');
  await visitor.show('#/records?q=sensor&limit=100');
  assert.match(await visitor.text(), /\n60 records, best first/);
  for (let from = 60; from < 520; from += 20) {
    await Promise.all(Array.from({ length: 20 }, (unused, n) => fact(from + n, 'low')));
  }
  await visitor.show('#/records?q=sensor&limit=1000');
  await visitor.assertSays('The first 500 records, best first. A search finds no more');
  visitor.assertFaultless();
}

/** Where order matters instants are told, and what was ended says how. */
export async function tells_instants_and_ends(site) {
  const { ask } = site;
  const observe = (object, more = {}) => ask('ingest-observation', { source: 'agent', subject: 'user', predicate: 'works_at', object, ...more });
  const { record: former } = await observe('Initech');
  const { record } = await observe('Hooli', { on_conflict: 'replace' });
  const { record: run } = await ask('ingest-tool-output', { source: 'ci', tool_name: 'push', episode: 'run' });
  await ask('run-consolidation', {});
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  await visitor.show(`#/record/${former.id}`);
  await visitor.assertSays('Another record took its place, and it is pruned', 'superseded');
  assert.ok(!(await visitor.text()).includes('It was taken back'));
  assert.equal(await page.getByRole('img', { name: 'Salience from now on' }).count(), 0);
  for (const table of ['Audit log', 'Versions']) {
    assert.match(await page.getByRole('table', { name: table }).innerText(), INSTANT);
  }
  await visitor.show(`#/episodes/${run.id}`);
  assert.match(await page.locator('.timeline').innerText(), INSTANT);
  await visitor.show('#/health');
  assert.match(await page.getByRole('table', { name: 'Jobs' }).innerText(), INSTANT);

  const { report: { proof_id: proof } } = await ask('erase', { ids: [record.id], reason: 'request 4711' });
  await visitor.show(`#/record/${record.id}`);
  await visitor.assertSays('so are the reasons in its log');
  await page.getByRole('link', { name: 'The proof of the erasure' }).click();
  await page.getByRole('heading', { name: 'A proof of an erasure' }).waitFor();
  await visitor.settled();
  await visitor.assertSays('Records erased', 'request 4711', 'Digest');
  assert.ok(page.url().endsWith(proof));
  visitor.assertFaultless();
}

/** Each score can be computed from what is shown next to it. */
export async function shows_how_scores_come_about(site) {
  for (const object of ['Postgres 16 is the database of payments', 'a database', 'a payments team']) {
    await site.ask('ingest-observation', { source: 'agent', subject: 'payments', predicate: 'database', object, if_known: 'new' });
  }
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  await visitor.show('#/retrieval?q=which+database+does+payments+use');
  await visitor.assertSays('plus what is below the table, times the role');
  const reasons = page.locator('details.reason');
  assert.equal(await reasons.count(), 3);
  for (const reason of await reasons.all()) {
    await reason.evaluate(node => { node.open = true; });
    const row = async name => (await reason.getByRole('row', { name: new RegExp(`^${name}`) }).first().getByRole('cell').allInnerTexts()).map(Number);
    const [, share, , value, , best] = await row('Relevance');
    assert.ok(best > 0 && Math.abs(value - share * best) < 0.005, `${value} of ${best} is ${share}`);
  }
  visitor.assertFaultless();
}

/** What is long has a place to be scrolled, what is alike is told apart, and what nobody tried has no rate. */
export async function stays_readable(site) {
  const { ask } = site;
  const long = 'words '.repeat(20_000);
  const { record } = await ask('ingest-observation', { source: 'agent', subject: 'a book', predicate: 'says', object: long });
  const { record: next } = await ask('ingest-observation', { source: 'agent', subject: 'a book', predicate: 'says', object: 'less', on_conflict: 'replace' });
  const { record: plan } = await ask('ingest-record', {
    source: 'agent',
    record: {
      type: 'plan_graph', sensitivity: 'low', provenance: { sources: [{ kind: 'observation', ref: 'by hand' }] },
      payload: { kind: 'plan_graph', plan_id: 'p', version: '1', intent: 'Try it', nodes: [{ id: 'a', op: 'a', params: {} }], edges: [] },
    },
  });
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  await visitor.show(`#/record/${record.id}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) < 4_000);
  await visitor.assertSays(`fact …${record.id.slice(-8)}`, `fact …${next.id.slice(-8)}`);
  await visitor.show('#/skills');
  assert.match(await page.getByRole('row').filter({ hasText: 'Try it' }).innerText(), /not tried/);
  assert.ok(!(await visitor.text()).includes('0 %'));

  const { record: kept } = await ask('ingest-record', {
    source: 'agent',
    record: { ...record, id: undefined, payload: { ...record.payload, object: 'kept' }, lifecycle: { ...record.lifecycle, deletion_policy: 'never' } },
  });
  await visitor.show(`#/record/${kept.id}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByText('Its policy forbids this').waitFor();
  visitor.assertFaultless();
}
