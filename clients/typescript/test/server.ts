import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Membrane, type MembraneOptions } from '../src/index.js';

/** The folder of the package; the tests are run in it. */
export const PACKAGE = process.cwd();

const SCRIPT =
  process.env['MEMBRANED'] ??
  join(PACKAGE, '../../membrane-distribution/target/membraned/bin/membraned');

interface Environment {
  [variable: string]: string;
}

interface Testing {
  after(end: () => Promise<void>): void;
}

/** The packaged server as a process of its own, with a database in a folder of its own. */
export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'membrane-client-'));
  readonly #environment: Environment;
  readonly #clients: Membrane[] = [];
  #process: ChildProcess | undefined;
  #address = '127.0.0.1:0';

  private constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Starts a server that lives as long as a test. */
  static async start(testing: Testing, environment: Environment = {}): Promise<Server> {
    const server = new Server(environment);
    testing.after(() => server.#end());
    await server.serve();
    return server;
  }

  /** Starts the process, on the same port as before if there was one, and waits until it serves. */
  async serve(): Promise<void> {
    const log = join(this.folder, 'stderr.log');
    const started = spawn(SCRIPT, [], {
      cwd: this.folder,
      env: {
        ...withoutSettings(),
        MEMBRANE_LISTEN_ADDR: this.#address,
        MEMBRANE_HTTP_ADDR: '127.0.0.1:0',
        MEMBRANE_JAVA_OPTS: '-XX:TieredStopAtLevel=1',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', openSync(log, 'a')],
    });
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout! })) {
      this.#address = /grpc on ([^,\s]+)/.exec(line)?.[1] ?? '';
      started.stdout!.resume();
      return;
    }
    throw new Error(`the server did not start: ${readFileSync(log, 'utf8')}`);
  }

  /** Ends the process and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = this.#process;
    if (running && running.exitCode === null && running.signalCode === null) {
      const gone = once(running, 'exit');
      running.kill(signal);
      await gone;
    }
  }

  url(scheme = 'http'): string {
    return `${scheme}://${this.#address}`;
  }

  /** A client, which is closed with the server. */
  client(options: MembraneOptions = {}): Membrane {
    const client = new Membrane({ url: this.url(), ...options });
    this.#clients.push(client);
    return client;
  }

  async #end(): Promise<void> {
    this.#clients.forEach((client) => client.close());
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function withoutSettings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('MEMBRANE_'));
  return Object.fromEntries(kept);
}

/** All that an iterator gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

/** Does something for each number below a count, some at a time. */
export async function times(
  count: number,
  act: (number: number) => Promise<unknown>,
  atOnce = 32,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      await act(next++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
