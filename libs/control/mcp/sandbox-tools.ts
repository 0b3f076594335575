import { inSandbox, SANDBOX, tool, type InSandbox, type Tool } from './tool.js';

interface MadeSandbox {
  readonly name: string;
  readonly console_url: string;
  readonly env: string;
}

interface SandboxGiven {
  readonly action: 'create' | 'get' | 'update' | 'reset';
  readonly name?: string;
  readonly webhook_uri?: string;
  readonly three_d_secure?: boolean;
  readonly ttl?: string;
}

const sandbox = tool<SandboxGiven>({
  name: 'sandbox',
  description:
    'Creates (or reuses), shows, updates or empties a sandbox: a separate account with keys, data, webhooks and clock. Returns the environment for the shop.',
  properties: {
    action: { enum: ['create', 'get', 'update', 'reset'] },
    name: { type: 'string', description: 'Default of create: a new name' },
    webhook_uri: { type: 'string', description: 'Webhook endpoint of the shop' },
    three_d_secure: { type: 'boolean', description: 'Card charges wait for the holder' },
    ttl: { type: 'string', description: 'Deletes it so long after its last use, such as 2h' },
  },
  required: ['action'],
  async run(calls, { action, name, ...settings }) {
    const path = (): string => inSandbox(nameOr(name, action));
    const made = await {
      create: () =>
        calls.json<MadeSandbox>('POST', '/api/sandboxes', {
          body: { name, ...settings, ...(name !== undefined && { if_exists: 'reuse' }) },
        }),
      get: () => calls.json<MadeSandbox>('GET', path()),
      update: () => calls.json<MadeSandbox>('PATCH', path(), { body: settings }),
      reset: () => calls.json<MadeSandbox>('POST', `${path()}/reset`),
    }[action]();
    return `Sandbox ${made.name}, console: ${made.console_url}\n${made.env}`;
  },
});

function nameOr(name: string | undefined, action: string): string {
  if (name === undefined) throw new Error(`name is required to ${action} a sandbox`);
  return name;
}

interface ClockGiven extends InSandbox {
  readonly by?: string;
  readonly until?: 'next' | 'idle';
}

interface Advance {
  readonly status: string;
  readonly from: string;
  readonly to: string;
  readonly happened: readonly {
    readonly at: string;
    readonly kind: string;
    readonly object_id: string;
    readonly outcome: string;
  }[];
}

const advanceClock = tool<ClockGiven>({
  name: 'advance_clock',
  description:
    'Lets time pass in a sandbox: charges expire, schedules charge, webhooks are retried. Returns what happened.',
  properties: {
    ...SANDBOX,
    by: { type: 'string', description: 'Duration, such as 7d' },
    until: { enum: ['next', 'idle'], description: 'To the next due work, or until none is due' },
  },
  required: ['sandbox'],
  async run(calls, { sandbox: name, ...body }) {
    const { status, from, to, happened } = await calls.json<Advance>(
      'POST',
      inSandbox(name, '/clock/advance'),
      { body },
    );
    const lines = happened.map((item) => `${item.at} ${item.kind} ${item.object_id}: ${item.outcome}`);
    return [`Advance ${status}: from ${from} to ${to}`, ...lines].join('\n');
  },
});

interface SnapshotGiven extends InSandbox {
  readonly action: 'save' | 'restore' | 'list';
  readonly name?: string;
}

const snapshot = tool<SnapshotGiven>({
  name: 'snapshot',
  description: 'Saves the state of a sandbox, restores it, or lists the saved ones.',
  properties: { ...SANDBOX, action: { enum: ['save', 'restore', 'list'] }, name: { type: 'string' } },
  required: ['sandbox', 'action'],
  async run(calls, { sandbox: owner, action, name }) {
    const path = inSandbox(owner, '/snapshots');
    if (action === 'list') {
      const { data } = await calls.json<{ data: readonly { name: string }[] }>('GET', path);
      return data.length === 0 ? 'No snapshots' : data.map((saved) => saved.name).join('\n');
    }
    if (action === 'save')
      return `Saved ${(await calls.json<{ name: string }>('POST', path, { body: { name } })).name}`;
    if (name === undefined) throw new Error('name is required to restore a snapshot');
    await calls.json('POST', `${path}/${encodeURIComponent(name)}/restore`);
    return `Restored ${name}`;
  },
});

export const SANDBOX_TOOLS: readonly Tool[] = [sandbox, advanceClock, snapshot];
