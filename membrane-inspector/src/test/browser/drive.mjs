/**
 * Drives the inspector with a browser, as a person would, and fails with what it did not see.
 *
 * Usage: node drive.mjs SCENARIO ADDRESS KEY LOW_KEY ADMIN_KEY FOLDER
 */
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import * as acting from './acting.mjs';
import * as entering from './entering.mjs';
import * as going from './going.mjs';
import * as runs from './runs.mjs';
import * as showing from './showing.mjs';
import * as views from './scenarios.mjs';
import { client } from './story.mjs';

const scenarios = { ...views, ...acting, ...entering, ...going, ...runs, ...showing };
const [name, address, key, lowKey, adminKey, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // The tests run as root, for whom Chromium has no sandbox.
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  await scenarios[name]({
    browser, address, key, lowKey, adminKey, folder, ask: client(address, key), askLow: client(address, lowKey),
  });
  console.log(`${name}: seen`);
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  await browser.close();
}
