import { readFileSync } from 'node:fs';
import { refusalOf } from '#kernel/test/refusal-of.js';
import { exampleDispute } from '../../test/examples.js';
import { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from './dispute.js';
import {
  accept,
  close,
  demand,
  DISPUTE_ACTIONS,
  TRANSITIONS,
  update,
  type DisputeAction,
} from './dispute.machine.js';

const NOW = new Date('2026-01-31T08:10:00Z');

const REQUESTS: Record<DisputeAction, (dispute: Dispute) => unknown> = {
  update: (dispute) => update(dispute, 'it was delivered', undefined),
  accept: (dispute) => accept(dispute, NOW),
  close: (dispute) => close(dispute, NOW, 'won'),
  edit_documents: (dispute) => demand('edit_documents', dispute),
};

const ALLOWED: Record<DisputeAction, { from: readonly DisputeStatus[]; patch: object | undefined }> = {
  update: { from: ['open'], patch: { message: 'it was delivered', status: 'pending' } },
  accept: {
    from: ['open'],
    patch: { status: 'lost', closedAt: NOW, message: 'Merchant accepts the dispute' },
  },
  close: { from: ['open', 'pending'], patch: { status: 'won', closedAt: NOW } },
  edit_documents: { from: ['open'], patch: undefined },
};

const REFUSALS: Record<DisputeAction, (status: DisputeStatus) => [code: string, message: string]> = {
  update: (status) => ['invalid_dispute', `only an open dispute can be updated; this one is ${status}`],
  accept: (status) => ['invalid_dispute', `only an open dispute can be accepted; this one is ${status}`],
  close: (status) => [
    'invalid_dispute',
    `only an open or pending dispute can be closed; this one is ${status}`,
  ],
  edit_documents: () => ['documents_locked', 'documents list cannot be modified'],
};

const PAIRS = DISPUTE_ACTIONS.flatMap((action) =>
  DISPUTE_STATUSES.map((status) => [action, status] as const),
);

const inStatus = (status: DisputeStatus): Dispute => ({ ...exampleDispute, status });

describe('an action', () => {
  const documented = readFileSync('docs/fidelity/events.md', 'utf8').split('\n');
  const CHANGES: Readonly<Record<DisputeAction, string>> = {
    update: 'an open dispute gets a message or metadata, or its documents change',
    accept: 'a dispute is accepted',
    close: 'a dispute is closed as won or lost',
    edit_documents: 'an open dispute gets a message or metadata, or its documents change',
  };

  it.each(DISPUTE_ACTIONS)('emits its event in docs/fidelity/events.md: %s', (action) => {
    const rows = documented.filter((line) =>
      line.startsWith(`| ${CHANGES[action]} | \`${TRANSITIONS[action].emits}\` `),
    );
    expect(rows).toHaveLength(1);
  });
});

it.each(PAIRS.filter(([action, status]) => ALLOWED[action].from.includes(status)))(
  '%s is allowed for a dispute that is %s',
  (action, status) => {
    expect(REQUESTS[action](inStatus(status))).toEqual(ALLOWED[action].patch);
  },
);

it.each(PAIRS.filter(([action, status]) => !ALLOWED[action].from.includes(status)))(
  '%s is not allowed for a dispute that is %s',
  (action, status) => {
    expect(refusalOf(() => REQUESTS[action](inStatus(status)))).toEqual(REFUSALS[action](status));
  },
);

describe('an open dispute', () => {
  it('stays open if only its metadata changes', () => {
    expect(update(exampleDispute, undefined, { parcel: 'TH123' })).toEqual({ metadata: { parcel: 'TH123' } });
    expect(update(exampleDispute, undefined, undefined)).toEqual({});
  });

  it('keeps its message when it is accepted', () => {
    expect(accept({ ...exampleDispute, message: 'sorry' }, NOW)).toMatchObject({ message: 'sorry' });
  });

  it('is closed with the given verdict', () => {
    expect(close(exampleDispute, NOW, 'lost')).toEqual({ status: 'lost', closedAt: NOW });
  });
});
