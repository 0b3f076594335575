import { FAULT_KINDS, planFaults } from './faults.js';
import { FULL, SHORT } from './pace.js';
import { Random } from './random.js';

const kindsOf = (faults: readonly { kind: string }[]): Set<string> => new Set(faults.map(({ kind }) => kind));

describe('the faults of a run', () => {
  it('are the same for the same seed, and others for another', () => {
    const plan = (seed: number): unknown => planFaults(50, 'redis', new Random(seed), FULL.members);
    expect(plan(7)).toEqual(plan(7));
    expect(plan(7)).not.toEqual(plan(8));
  });

  it('are as many as asked for, of every kind that the place of the queue allows', () => {
    const inRedis = planFaults(40, 'redis', new Random(1), FULL.members);
    expect(inRedis).toHaveLength(40);
    expect(kindsOf(inRedis)).toEqual(new Set(FAULT_KINDS));
    const inPostgres = FAULT_KINDS.filter((kind) => !kind.endsWith('redis'));
    expect(kindsOf(planFaults(40, 'postgres', new Random(1), FULL.members))).toEqual(new Set(inPostgres));
  });

  it('are done to nobody who is not there', () => {
    const targets = planFaults(200, 'postgres', new Random(1), SHORT.members).map(({ target }) => target);
    expect(targets).toContain('vault-1');
    expect(targets).not.toContain('vault-2');
  });

  it('freeze a worker for longer than its claims last, now and then', () => {
    const longest = planFaults(200, 'postgres', new Random(1), FULL.members).reduce((most, { forMs }) => Math.max(most, forMs), 0);
    expect(longest).toBeGreaterThan(11_500);
  });
});
