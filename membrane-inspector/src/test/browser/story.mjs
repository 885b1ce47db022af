/** Calls the API of a server as the owner of a key; fails with what it answers. */
export function client(address, key) {
  return async (path, body) => {
    const response = await fetch(`${address}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${text}`);
    }
    return JSON.parse(text);
  };
}

/** Where a record comes from that no run has taught. */
const BY_HAND = { sources: [{ kind: 'observation', ref: 'by hand' }] };

/** A team's memory after six deployments: records of all five types, two of them learned. */
export async function tell(ask) {
  const fact = (subject, predicate, object, more = {}) =>
    ask('ingest-observation', { source: 'agent', subject, predicate, object, ...more });
  await fact('user', 'prefers', 'Go for backend services', { tags: ['preference'] });
  await fact('user', 'prefers_editor', { name: 'Neovim', theme: 'dark' }, { tags: ['preference'] });
  await fact('team', 'deploys_on', 'Tuesday and Thursday', { scope: 'team', tags: ['process'] });
  await fact('payments', 'database', 'Postgres 16', { scope: 'team', sensitivity: 'medium' });
  await fact('user', 'works_at', 'Initech');
  await fact('user', 'works_at', 'Hooli', { on_conflict: 'replace' });
  for (let run = 0; run < 6; run++) {
    await deploy(ask, run);
  }
  await ask('ingest-working-state', {
    source: 'agent',
    thread_id: 'release-42',
    state: 'executing',
    next_actions: ['run the migration', 'tell the team'],
    open_questions: ['Is the window still free?'],
    context_summary: 'Release 42 is half done: staging is up, production waits.',
    active_constraints: [{ type: 'time', value: 'before 18:00' }],
  });
  await ask('ingest-record', { source: 'agent', record: { ...plan(), provenance: BY_HAND } });
  await ask('run-consolidation', {});
}

async function deploy(ask, run) {
  const episode = `deploy-${run}`;
  const failed = run === 3;
  const tool = (tool_name, args, result) =>
    ask('ingest-tool-output', { source: 'agent', tool_name, args, result, episode });
  await ask('ingest-event', {
    source: 'agent', event_kind: 'user_message', ref: `message-${run}`, episode,
    summary: 'Deploy the payment service to staging and check its health',
  });
  await ask('ingest-event', {
    source: 'pipeline', event_kind: `${'continuous'.repeat(5)}_deployment`, ref: `pipeline-${run}`, episode,
  });
  await tool('git_pull', { branch: 'main' }, { commits: run + 1 });
  await tool('run_tests', { suite: 'unit' }, { passed: 120 + run, failed: 0 });
  await tool('deploy', { environment: 'staging', version: `1.${run}` }, { ok: !failed });
  const last = await tool('check_health', { url: 'https://staging.example/health' }, { status: failed ? 503 : 200 });
  await ask('ingest-outcome', {
    source: 'agent', target_record_id: last.record.id, outcome_status: failed ? 'failure' : 'success',
  });
}

/** A plan with edges of both kinds, which no run of the story has. */
function plan() {
  return {
    type: 'plan_graph',
    sensitivity: 'low',
    payload: {
      kind: 'plan_graph',
      plan_id: 'release',
      version: '2',
      intent: 'Release a version to production',
      nodes: [
        { id: 'build', op: 'build', params: { target: 'image' } },
        { id: 'scan', op: 'scan_image', params: {} },
        { id: 'test', op: 'run_tests', params: { suite: 'all' } },
        { id: 'deploy', op: 'deploy', params: { environment: 'production' } },
      ],
      edges: [
        { from: 'build', to: 'scan', kind: 'control' },
        { from: 'build', to: 'test', kind: 'control' },
        { from: 'scan', to: 'deploy', kind: 'control' },
        { from: 'test', to: 'deploy', kind: 'control' },
        { from: 'build', to: 'deploy', kind: 'data' },
      ],
    },
  };
}
