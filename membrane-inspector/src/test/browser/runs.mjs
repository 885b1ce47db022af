import assert from 'node:assert/strict';
import { Visitor } from './visitor.mjs';

const UNKNOWN = '01a22a8b-0000-7321-9c16-21b27df18230';

/** A run tells apart what it used and what its outcome named in vain, in each of its records. */
export async function names_used_knowledge(site) {
  const { ask } = site;
  const fact = async object =>
    (await ask('ingest-observation', { source: 'agent', subject: 'payments', predicate: 'database', object, scope: 'team' })).record.id;
  const [used, retracted, other] = [await fact('Postgres 16'), await fact('MySQL 5'), await fact('DB2')];
  await ask('retract', { id: retracted, rationale: 'a slip' });
  const run = async (episode, status, ids) => {
    const { record } = await ask('ingest-tool-output', { source: 'ci', tool_name: 'lookup', episode, scope: 'team' });
    await ask('ingest-outcome', { source: 'ci', target_record_id: record.id, outcome_status: status, used_record_ids: ids });
    return record.id;
  };
  const run1 = await run('uses', 'success', [used, retracted, UNKNOWN]);
  const run2 = await run('uses nothing', 'success', []);
  await run('uses another', 'failure', [other]);
  await ask('retract', { id: used, rationale: 'it moved' });

  const visitor = await Visitor.arriving(site);
  await visitor.logIn(site.key);
  const section = visitor.page.getByRole('region', { name: 'Which knowledge it used' });
  await visitor.show(`#/episodes/${run1}`);
  const said = await section.innerText();
  assert.ok(said.includes('Postgres 16') && !said.includes('DB2'), said);
  assert.match(said, new RegExp(`Named, but not counted, .*${retracted}, ${UNKNOWN}$`));
  await visitor.show(`#/episodes/${run2}`);
  assert.match(await section.innerText(), /No fact, skill or plan that you may see names this run/);
  visitor.assertFaultless();
}
