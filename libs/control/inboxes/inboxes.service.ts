import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { parseDuration } from '#kernel/duration.js';
import { fail, failNotFound } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { readCommitted, type CommittedEntry, type CommittedPage } from '#platform/listing/committed-list.js';
import { maskedInPieces } from '#platform/logging/masking.js';
import { parsePollQuery } from '#engine/long-poll/rules/long-poll.js';
import { keptHeaders, storable } from '#engine/webhooks/rules/kept-headers.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Redaction } from '#engine/request-log/redaction.js';
import { PolledLists } from '#engine/long-poll/polled-lists.js';
import { sandboxNameProblem } from '../sandboxes/rules/sandbox.rules.js';
import { committedListView, type CommittedListView } from '../timeline/list.view.js';
import type { PutInboxDto } from './inbox.dto.js';
import { InboxStore, type Received } from './inbox.store.js';
import { inboxView, type InboxEntryView, type InboxListView, type InboxView } from './inbox.view.js';

const MAX_INBOXES = 100;
const OK = 200;
/** One signature, or two during the rotation of a secret. */
const SIGNATURES = /^[0-9a-f]{64}(?:,[0-9a-f]{64})?$/;

/** A request as it came. */
interface SentRequest {
  readonly sandbox: string;
  readonly token: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Entry extends CommittedEntry {
  readonly headers: object;
  readonly body: string;
  readonly masked: boolean;
  readonly status: number;
  readonly at: string;
  readonly machine_at: string;
}

/** Receivers of webhooks for tests that have none. */
@Injectable()
export class InboxesService {
  private readonly redaction: Redaction;

  constructor(
    private readonly store: InboxStore,
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly lists: PolledLists,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.redaction = Redaction.ofInstallation(settings);
  }

  /** Makes it or sets its answers. Throws `bad_request` and `not_found`. */
  async put(
    sandbox: string,
    name: string,
    { status = OK, delay = '0s', times }: PutInboxDto,
  ): Promise<InboxView> {
    const problem = sandboxNameProblem(name);
    if (problem !== undefined) fail('bad_request', problem.replace(/^name/, 'inbox'));
    const { id } = await this.accounts.get(sandbox);
    const others = await this.database.inbox.count({ where: { accountId: id, name: { not: name } } });
    if (others >= MAX_INBOXES) fail('bad_request', `a sandbox can have at most ${MAX_INBOXES} inboxes`);
    const answers = {
      status: Number(status),
      delayMs: parseDuration(delay) as number,
      times: times === undefined ? null : Number(times),
    };
    const inbox = await this.store.put(id, name, answers);
    // After a reset of the sandbox, no account owns it.
    await this.directory.get(id);
    return inboxView(inbox, sandbox, this.settings.controlUrl);
  }

  /** Throws `not_found`. */
  async listAll(sandbox: string): Promise<InboxListView> {
    const { id } = await this.accounts.get(sandbox);
    const data = (await this.store.list(id)).map((inbox) => ({
      ...inboxView(inbox, sandbox, this.settings.controlUrl),
      received: inbox.received,
      last_at: inbox.lastAt?.toISOString() ?? null,
      last_machine_at: inbox.lastMachineAt?.toISOString() ?? null,
    }));
    return { object: 'list', data, next: null };
  }

  /** The received requests, oldest first. Throws `bad_request` and `not_found`. */
  async list(
    sandbox: string,
    name: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<CommittedListView<InboxEntryView>> {
    const query = parsePollQuery(params);
    const account = await this.accounts.get(sandbox);
    const inbox = await this.database.inbox.findFirst({
      where: { accountId: account.id, name },
    });
    if (!inbox) return failNotFound('inbox', name);
    const entries = Prisma.sql`
      SELECT id, xid, headers, body, masked, status, at, machine_at FROM inbox_entry WHERE inbox_id = ${inbox.id} AND account_id = ${account.id}`;
    const read = (): Promise<CommittedPage<Entry>> =>
      readCommitted<Entry>(this.database, [entries], query, undefined, Prisma.sql`octet_length(body)`);
    const page = await this.lists.page(account, query, read, signal);
    const reason = page.isTimedOut
      ? `${page.tooFew.length} of ${query.count} requests arrived at the inbox ${name} after the cursor`
      : null;
    return committedListView(page, entryView, { gap: inbox.prunedXid > query.after.xid, reason });
  }

  /** Throws `not_found` when there is no such address. */
  async assertAddress(sandbox: string, token: string): Promise<void> {
    if (!(await this.store.isAddress(sandbox, token))) failNotFound('inbox', token);
  }

  /**
   * Stores the request without card numbers and secrets. Throws `not_found` when there is no such address any
   * more.
   */
  async receive({ sandbox, token, headers, body }: SentRequest): Promise<Received> {
    const text = storable(body.toString('utf8'));
    const safe = await maskedInPieces(text, (piece) => this.redaction.text(piece));
    const arrived = {
      sandbox,
      token,
      headers: keptHeaders(headers, (value) => this.maskedHeader(value)),
      body: safe,
      isMasked: safe !== text,
    };
    const received = (await this.store.receive(arrived)) ?? failNotFound('inbox', token);
    void this.watch.writtenFor(received.account_id);
    return received;
  }

  /** A signature may have digits like a card number. */
  private maskedHeader(value: string): string {
    return SIGNATURES.test(value) ? value : this.redaction.text(value);
  }
}

function entryView({ id, headers, body, masked, status, at, machine_at }: Entry): InboxEntryView {
  const times = { at: new Date(at).toISOString(), machine_at: new Date(machine_at).toISOString() };
  return { object: 'inbox_entry', id, headers, body, masked, status, ...times };
}
