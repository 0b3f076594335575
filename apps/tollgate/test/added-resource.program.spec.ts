import { execFileSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { end, hasEnded, startNode } from '../../../proof/rig/child.js';
import { hostPorts, type HostPorts } from '../../../proof/rig/ports.js';

const KEY = 'skey_test_tollgate';
const COPIED = [
  '.npmrc',
  'apps',
  'libs',
  'nest-cli.json',
  'package-lock.json',
  'package.json',
  'prisma',
  'prisma.config.ts',
  'proof',
  'scripts',
  'tsconfig.build.json',
  'tsconfig.json',
];
const NOT_COPIED = /[/\\](test|generated|node_modules)$|\.spec\.ts$/;

/** The files of a resource: notes about charges. */
const NOTES: Readonly<Record<string, string>> = {
  'prisma/schema/note.prisma': `model Note {
  id        String   @id
  accountId String   @map("account_id")
  livemode  Boolean
  chargeId  String   @map("charge_id") /// @refers charge
  message   String
  done      Boolean
  createdAt DateTime @map("created_at") @db.Timestamptz(3)

  @@index([accountId, livemode, createdAt, id])
  @@map("note")
}
`,
  'prisma/migrations/29991231000000_notes/migration.sql': `CREATE TABLE note (
  id text PRIMARY KEY, account_id text NOT NULL, livemode boolean NOT NULL, charge_id text NOT NULL,
  message text NOT NULL, done boolean NOT NULL, created_at timestamptz(3) NOT NULL);
CREATE INDEX note_account_id_livemode_created_at_id_idx ON note (account_id, livemode, created_at, id);
`,
  'libs/resources/notes/note.view.ts': `import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Note } from '#platform/database/generated/client.js';

/** A note about a charge. */
export interface NoteView {
  object: 'note';
  /** @example "note_test_60aaaaaaaaaaaaaaad1" */
  id: string;
  livemode: boolean;
  /** @example "/notes/note_test_60aaaaaaaaaaaaaaad1" */
  location: string;
  /** @example "Call back" */
  message: string;
  /**
   * @expands ChargeView
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  charge: string;
  created_at: Timestamp;
}

export function noteView({ id, livemode, message, chargeId, createdAt }: Note): NoteView {
  return {
    object: 'note',
    id,
    livemode,
    location: \`/notes/\${id}\`,
    message,
    charge: chargeId,
    created_at: isoSeconds(createdAt),
  };
}
`,
  'libs/resources/notes/note.resource.ts': `import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { noteView } from './note.view.js';

export const NOTE = defineResource({
  kind: 'note',
  rows: rowsOf('Note', (note) => note),
  views: each(noteView),
  expands: { charge: 'charge' },
  listed: {
    statuses: { open: 'NOT note.done', done: 'note.done' },
    columns: { message: 'note.message', charge: 'note.charge_id' },
    text: 'note.id, note.message',
  },
});
`,
  'libs/resources/notes/note.dto.ts': `import { Optional, Text } from '#platform/http/dto.js';

/**
 * Parameters of \`POST /charges/{id}/notes\`.
 * @example { "message": "Call back" }
 */
export class CreateNoteDto {
  /** @required */
  @Optional()
  @Text(255)
  message?: string;
}
`,
  'libs/resources/notes/notes.controller.ts': `import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { CHARGE } from '../charges/charge.resource.js';
import { CreateNoteDto } from './note.dto.js';
import { NOTE } from './note.resource.js';
import { noteView, type NoteView } from './note.view.js';

/** Notes about charges. */
@Controller()
@Keys('secret')
export class NotesController {
  constructor(
    private readonly optimistic: OptimisticWrite,
    private readonly resources: Resources,
  ) {}

  /** Create a note. */
  @Post('charges/:id/notes')
  @HttpCode(200)
  create(
    @CurrentScope() { accountId, livemode }: Scope,
    @Param('id') chargeId: string,
    @Body(validated('bad_request')) { message = '' }: CreateNoteDto,
  ): Promise<NoteView> {
    return this.optimistic.write({ accountId, livemode }, async (createdAt) => {
      await this.resources.load(CHARGE, { accountId, livemode }, chargeId);
      const note = { id: newId('note', livemode), accountId, livemode, chargeId, message, done: false, createdAt };
      return { insert: { note: [toRow('note', note)] }, answer: noteView(note) };
    });
  }

  /** List notes. */
  @Get('notes')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<NoteView>> {
    return this.resources.list(NOTE, scope, params, { location: '/notes' });
  }

  /** Retrieve a note. */
  @Get('notes/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<NoteView> {
    return this.resources.find(NOTE, scope, id);
  }
}
`,
  'libs/resources/notes/notes.module.ts': `import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { NotesController } from './notes.controller.js';

@Module({ imports: [WritesModule], controllers: [NotesController] })
export class NotesHttpModule {}
`,
};

/** Lines of the resource in other files, each before another line. */
const LINES: readonly (readonly [file: string, before: string, line: string])[] = [
  ['libs/kernel/ids.ts', "  occurrence: 'occu',", "  note: 'note',"],
  [
    'libs/resources/api-resources.ts',
    'import { RefundsHttpModule }',
    "import { NOTE } from './notes/note.resource.js';\nimport { NotesHttpModule } from './notes/notes.module.js';",
  ],
  [
    'libs/resources/api-resources.ts',
    '  { routes: RefundsHttpModule,',
    '  { routes: NotesHttpModule, objects: [NOTE] },',
  ],
];

let tree: string;
let ports: HostPorts;
let tollgate: ChildProcess | undefined;
let output = '';

function copyTree(): void {
  for (const name of COPIED)
    cpSync(name, join(tree, name), { recursive: true, filter: (path) => !NOT_COPIED.test(path) });
  // Links to the packages, and not to their folder, in which the build keeps its stamps.
  mkdirSync(join(tree, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((entry) => entry !== '.tollgate-generated'))
    symlinkSync(resolve('node_modules', name), join(tree, 'node_modules', name));
}

function addNotes(): void {
  for (const [file, text] of Object.entries(NOTES)) {
    mkdirSync(join(tree, file, '..'), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  for (const [file, before, line] of LINES) {
    const text = readFileSync(join(tree, file), 'utf8');
    expect(text).toContain(before);
    writeFileSync(join(tree, file), text.replace(before, `${line}\n${before}`));
  }
}

beforeAll(async () => {
  // Below this folder, where the packages of its folder proof find theirs.
  mkdirSync('.tollgate', { recursive: true });
  tree = mkdtempSync(resolve('.tollgate', 'added-resource-'));
  copyTree();
  addNotes();
  execFileSync(process.execPath, [join('scripts', 'build.mjs')], { cwd: tree, stdio: 'pipe' });
  ports = await hostPorts();
  const { PATH, HOME } = process.env;
  const child = startNode(join(tree, 'dist', 'apps', 'tollgate', 'main.js'), {
    cwd: tree,
    env: { PATH, HOME, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  tollgate = child;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(
    () => output.includes('Tollgate is ready') || hasEnded(child),
    () => `it is not ready: ${output}`,
  );
}, 600_000);

afterAll(async () => {
  if (tollgate) await end(tollgate, 'SIGTERM');
  rmSync(tree, { recursive: true, force: true });
});

describe('a resource that is added by its schema, its folder and lines in two files', () => {
  const api = (): string => `http://127.0.0.1:${ports.API_PORT}`;
  const control = (): string => `http://127.0.0.1:${ports.CONTROL_PORT}/api/sandboxes/default`;
  const get = async (url: string): Promise<Record<string, unknown>> =>
    (await request(url).get('').auth(KEY, '').expect(200)).body as Record<string, unknown>;

  it('is read by its routes, in lists, expanded, and on the control host', async () => {
    const post = async (path: string, form: object): Promise<{ id: string }> =>
      (await request(api()).post(path).auth(KEY, '').send(form).expect(200)).body as { id: string };
    const charge = await post('/charges', { amount: 2_000, currency: 'THB', source: { type: 'promptpay' } });
    const note = await post(`/charges/${charge.id}/notes`, { message: 'Call back' });

    expect(note).toMatchObject({ object: 'note', id: expect.stringMatching(/^note_test_/) as string });
    expect(await get(`${api()}/notes/${note.id}`)).toEqual(note);
    expect(await get(`${api()}/notes`)).toMatchObject({ data: [note], total: 1, location: '/notes' });
    expect(await get(`${api()}/notes/${note.id}?expand=true`)).toMatchObject({
      charge: { object: 'charge', id: charge.id, amount: 2_000 },
    });
    const listed = { id: note.id, status: 'open', message: 'Call back', charge: charge.id };
    expect(await get(`${control()}/objects/notes?status=open&search=call`)).toMatchObject({ data: [listed] });
    expect(await get(`${control()}/objects/notes?status=done`)).toMatchObject({ data: [] });
    expect((await get(`${control()}/objects`))['data']).toContainEqual({ kind: 'notes', count: 1 });
    expect(await get(`${control()}/api/test/notes/${note.id}`)).toEqual(note);
    const document = (await get(`${api()}/openapi.json`)) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/notes/{id}');
  });

  it('is refused to strangers as others are', async () => {
    await request(api()).get('/notes').expect(401);
    await request(api()).get('/notes/note_test_1').auth(KEY, '').expect(404);
  });
});
