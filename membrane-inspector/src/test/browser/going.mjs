import assert from 'node:assert/strict';
import { Visitor } from './visitor.mjs';

/** Each view begins at its top, and whoever comes back finds what they saw. */
export async function begins_at_the_top(site) {
  for (let n = 0; n < 60; n++) {
    await site.ask('ingest-observation', { source: 'agent', subject: `n${n}`, predicate: 'is', object: n });
  }
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  const top = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 900));
  const row = page.getByRole('link', { name: 'n36 is 36' });
  await row.scrollIntoViewIfNeeded();
  const before = await top();
  assert.ok(before > 300, `${before}`);
  await row.click();
  await page.waitForFunction(() => location.hash.includes('/record/'));
  await visitor.settled();
  assert.equal(await top(), 0);
  await page.goBack();
  await page.waitForFunction(() => location.hash === '#/records' || location.hash === '');
  await visitor.settled();
  assert.equal(await top(), before);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForFunction(() => location.hash.includes('cursor'));
  await visitor.settled();
  assert.equal(await top(), 0);
  visitor.assertFaultless();
}

/** A server that is gone is told of in each view, and the same link shows what is there when it is back. */
export async function survives_a_stopped_server(site) {
  const visitor = await Visitor.arriving(site);
  const { page } = visitor;
  await visitor.logIn(site.key);
  await page.route('**/*', route => route.abort());
  for (const view of ['retrieval?q=a', 'skills', 'episodes', 'health', 'records']) {
    await visitor.show(`#/${view}`);
    await visitor.assertSays('The server cannot be reached');
    assert.ok(await page.getByRole('button', { name: 'Try again' }).first().isVisible(), view);
  }
  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
  await visitor.settled();

  await site.ask('ingest-observation', { source: 'agent', subject: 'news', predicate: 'are', object: 'here' });
  await page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
  await page.getByText('news are here').waitFor();
  visitor.assertFaultless();
}

/** An address that leads nowhere says so. */
export async function says_what_is_not_there(site) {
  const { record } = await site.ask('ingest-observation', { source: 'agent', subject: 'a', predicate: 'b', object: 'c' });
  const visitor = await Visitor.arriving(site);
  await visitor.logIn(site.key);
  for (const [hash, text] of [
    ['#/nope', 'There is no such view'],
    ['#/record/..', 'is no id of a record'],
    [`#/skills/${record.id}`, 'This is no skill and no plan, but a fact'],
    [`#/episodes/${record.id}`, 'This is no episode, but a fact'],
  ]) {
    await visitor.show(hash);
    await visitor.assertSays(text);
  }
  visitor.assertFaultless();
}
