import assert from 'node:assert/strict';
import { tell } from './story.mjs';
import { Visitor } from './visitor.mjs';

/** A key opens what it may, is told of where it is asked for, and is forgotten once it is of no use. */
export async function takes_a_key(site) {
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  const logOut = page.getByRole('button', { name: 'Log out' });
  await visitor.see('#/records');
  await visitor.assertSays('Whoever runs the server gives out keys');
  assert.ok(!(await visitor.text()).includes('plain HTTP'));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'key');
  await page.keyboard.type(site.adminKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  await visitor.settled();
  await visitor.assertSays('How much there is');
  await logOut.click();

  await visitor.logIn(site.key);
  await page.route('**/v1/skills*', route => route.fulfill({ status: 401, body: '{"code":"UNAUTHENTICATED","message":"unknown api key"}' }));
  await visitor.show('#/skills');
  await visitor.assertSays('Log in', 'The server no longer takes this key.');
  assert.equal(await logOut.count(), 0);
  await visitor.show('#/records');
  await visitor.assertSays('Log in');

  await visitor.logIn(site.key);
  await visitor.show('#/retrieval?q=a');
  await page.getByLabel('Key of another principal').fill(site.lowKey);
  await page.getByRole('button', { name: 'Ask with it' }).click();
  await page.getByRole('heading', { name: 'As the owner of the other key' }).waitFor();
  assert.equal(await page.getByLabel('Key of another principal').inputValue(), '');
  visitor.assertFaultless();

  const remote = await Visitor.arriving(site);
  await remote.page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }));
  await remote.see('#/records');
  await remote.assertSays('This page came over plain HTTP');
  remote.assertFaultless();
}

/** Over the rate limit a view comes late, and it comes. */
export async function waits_for_its_turn(site) {
  await tell(site.ask);
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const { records } = await site.ask('records?memory_types=competence');
  const limit = limited(3);
  await page.route('**/v1/**', route => limit()
    ? route.continue()
    : route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{"code":"RESOURCE_EXHAUSTED","message":"slow down"}' }));
  await visitor.show(`#/skills/${records[0].id}`);
  await visitor.assertSays('Does it work?', 'The latest runs');
  visitor.assertFaultless();
}

/** So many calls in each second. */
function limited(perSecond) {
  let tokens = perSecond;
  setInterval(() => { tokens = perSecond; }, 1_000).unref();
  return () => tokens-- > 0;
}
