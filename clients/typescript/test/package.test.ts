import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PACKAGE, Server } from './server.js';

const PROJECT = join(PACKAGE, '../..');
const DEPENDENCIES = Object.keys(manifest()['dependencies']);

/** Somebody else's folder, with the package as npm packs it. */
const consumer = mkdtempSync(join(tmpdir(), 'membrane-consumer-'));

function manifest() {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
}

function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { cwd: consumer, encoding: 'utf8', stdio: 'pipe' });
}

before(() => {
  writeFileSync(join(consumer, 'package.json'), '{"private": true, "type": "module"}');
  run('npm', 'pack', PACKAGE, '--ignore-scripts', '--silent');
  const packed = readdirSync(consumer).filter((name) => name.endsWith('.tgz'));
  const installed = DEPENDENCIES.map((name) => join(PACKAGE, 'node_modules', name));
  // What it depends on is there already, so that nothing is asked of a registry.
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', 'install', ...quietly, `./${packed[0]}`, ...installed);
});

after(() => rmSync(consumer, { recursive: true, force: true }));

/** The blocks of TypeScript in a README. */
function blocks(readme: string): string[] {
  const found = readFileSync(readme, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  return [...found].map((block) => block[1]!);
}

const [hello = '', ...others] = blocks(join(PACKAGE, 'README.md'));

/** What the hello with some lines before its last one prints, run as plain JavaScript. */
function printed(server: Server, lines = ''): string {
  assert.ok(hello.includes('http://localhost:9820'));
  const code = hello
    .replace('http://localhost:9820', server.url())
    .replace('memory.close();', `${lines}memory.close();`);
  writeFileSync(join(consumer, 'hello.js'), code);
  return run(process.execPath, 'hello.js');
}

test('the hello of both READMEs is the same five lines', () => {
  assert.deepEqual(blocks(join(PROJECT, 'README.md')), [hello]);
  assert.equal(hello.trimEnd().split('\n').length, 5);
});

test('the hello runs as plain JavaScript with the packed package', async (t) => {
  assert.match(printed(await Server.start(t)), /object: 'TypeScript'/);
});

test('what else the README shows goes on from there', async (t) => {
  assert.equal(others.length, 1);
  assert.match(printed(await Server.start(t), others.join('')), /What does this chart show/);
});

test('the packed types are those that a strict compiler wants', () => {
  const code = hello.replace('memory.close();', `${others.join('')}memory.close();`);
  writeFileSync(join(consumer, 'hello.ts'), code);
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  // Neither the types of Node.js are there nor anybody else's.
  run(process.execPath, join(PACKAGE, 'node_modules/.bin/tsc'), ...strict, 'hello.ts');
});

test('the package has what it runs, its licence and nothing else', () => {
  const folder = join(consumer, 'node_modules', manifest()['name']);
  const files = ['LICENSE', 'NOTICE', 'README.md', 'dist', 'package.json'];
  assert.deepEqual(readdirSync(folder).sort(), files);
  const licence = readFileSync(join(PROJECT, 'LICENSE'), 'utf8');
  assert.equal(readFileSync(join(folder, 'LICENSE'), 'utf8'), licence);
});

test('the version is that of the project', () => {
  const pom = readFileSync(join(PROJECT, 'pom.xml'), 'utf8');
  assert.equal(manifest().version, /<revision>(.*)<\/revision>/.exec(pom)?.[1]);
});
