import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SERIOUS = ['serious', 'critical'];

/** Somebody with a browser in front of the inspector, who notes all that must never happen. */
export class Visitor {
  static async arriving({ browser, address }, { width = 1280, height = 900, colorScheme = 'light', now } = {}) {
    const context = await browser.newContext({
      viewport: { width, height }, colorScheme, reducedMotion: 'reduce', bypassCSP: false,
    });
    const page = await context.newPage();
    if (now) {
      await page.clock.setFixedTime(now);
    }
    return new Visitor(page, address);
  }

  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.faults = [];
    page.setDefaultTimeout(60_000);
    page.on('request', request => this.note(!request.url().startsWith(`${address}/`) && !request.url().startsWith('blob:'), `left the origin: ${request.url()}`));
    page.on('pageerror', failure => this.faults.push(`fault of the page: ${failure}`));
    page.on('console', message => this.note(/Content Security Policy|fault/i.test(message.text()), message.text()));
    page.on('dialog', dialog => {
      this.faults.push(`a dialog was opened: ${dialog.message()}`);
      dialog.dismiss();
    });
  }

  note(happened, what) {
    if (happened) {
      this.faults.push(what);
    }
  }

  /** Goes to a view and waits until it is whole. */
  async see(hash) {
    await this.page.goto(`${this.address}/${hash}`);
    await this.settled();
  }

  /** Goes from one view to another without a new page, or shows the same one anew. */
  async show(hash) {
    await this.page.evaluate(at => new Promise(arrived => {
      addEventListener('hashchange', arrived, { once: true });
      if (location.hash === at) {
        dispatchEvent(new HashChangeEvent('hashchange'));
      } else {
        location.hash = at;
      }
    }), hash);
    await this.settled();
  }

  /** The browser tells the page of a new address only after the address has changed. */
  async settled() {
    await this.page.waitForFunction(() => {
      const content = document.querySelector('#content:not([aria-busy])');
      return content?.dataset.address === location.hash && content.querySelector('h1') && !content.querySelector('[aria-busy]');
    });
  }

  async logIn(key) {
    await this.see('#/records');
    await this.page.getByLabel('Key').fill(key);
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await this.page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
    await this.settled();
  }

  heading() {
    return this.page.locator('h1').innerText();
  }

  text() {
    return this.page.locator('#content').innerText();
  }

  /** All that the page holds of an answer. */
  content() {
    return this.page.locator('#content').evaluate(node => node.outerHTML);
  }

  async assertSays(...texts) {
    const said = await this.text();
    for (const text of texts) {
      assert.ok(said.includes(text), `"${text}" is not said in:\n${said}`);
    }
  }

  async assertAccessible(where) {
    const injected = await this.page.evaluate(() => Boolean(globalThis.axe));
    if (!injected) {
      // As a file of the test: the policy of the page lets no script of others in.
      await this.page.evaluate(await readFile(AXE, 'utf8'));
    }
    const { violations } = await this.page.evaluate(() => globalThis.axe.run());
    const serious = violations.filter(one => SERIOUS.includes(one.impact));
    assert.deepEqual(serious.map(one => `${one.id}: ${one.nodes.map(node => node.html).join('\n  ')}`), [], where);
  }

  async assertFits(where) {
    const [inner, outer] = await this.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${where}: ${inner} px wide in a window of ${outer}`);
  }

  assertFaultless() {
    assert.deepEqual(this.faults, []);
  }
}
