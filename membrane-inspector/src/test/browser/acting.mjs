import assert from 'node:assert/strict';
import { Visitor } from './visitor.mjs';

/** What is under way is not taken back by Cancel, Esc or another view, and how it ended is told. */
export async function stays_with_an_action(site) {
  const fact = async object =>
    (await site.ask('ingest-observation', { source: 'agent', subject: 'payments', predicate: 'database', object })).record.id;
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const dialog = page.getByRole('dialog');
  const begin = async (id, name) => {
    await visitor.show(`#/record/${id}`);
    await page.getByRole('button', { name: `${name}…` }).click();
    await dialog.getByText('payments database').first().waitFor();
    await dialog.getByLabel('Why').fill('   ');
    await dialog.getByRole('button', { name, exact: true }).click();
    assert.equal(await dialog.getByLabel('Why').evaluate(node => node.validity.patternMismatch), true);
    await dialog.getByLabel('Why').fill('tried in a test');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.getByText('Working…').waitFor();
  };

  let answer = held(page, '**/v1/retract', route => route.fulfill({ status: 503, body: '{"code":"UNAVAILABLE","message":"try later"}' }));
  await begin(await fact('Postgres 16'), 'Retract');
  assert.ok(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled());
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  assert.ok(await dialog.isVisible());
  answer();
  await dialog.getByText('try later').waitFor();
  assert.equal(await dialog.getByText('Working…').count(), 0);
  await page.unroute('**/v1/retract');
  await dialog.getByRole('button', { name: 'Retract', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Retracted: payments database Postgres 16' }).waitFor();
  await visitor.settled();

  const replaced = await fact('MySQL 5');
  await visitor.show('#/skills');
  answer = held(page, '**/v1/supersede', route => route.continue());
  await begin(replaced, 'Supersede');
  await page.goBack();
  await visitor.settled();
  assert.equal(await visitor.heading(), 'Skills and plans');
  answer();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Superseded: payments database MySQL 5' }).waitFor();
  await visitor.settled();
  assert.equal(await visitor.heading(), 'Skills and plans');
  await visitor.show('#/records');
  assert.equal(await page.locator('#said').innerText(), '');
  visitor.assertFaultless();
}

/** Holds calls back until the answer is called. */
function held(page, path, go) {
  let answer;
  const called = new Promise(done => { answer = done; });
  page.route(path, async route => {
    await called;
    await go(route);
  });
  return answer;
}
