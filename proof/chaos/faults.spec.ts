import { FAULT_KINDS, planFaults } from './faults.js';
import { FULL, SHORT } from './pace.js';
import { Random } from './random.js';

const kindsOf = (faults: readonly { kind: string }[]): Set<string> => new Set(faults.map(({ kind }) => kind));

describe('the faults of a run', () => {
  it('are equal for one seed, and differ for others', () => {
    const plan = (seed: number): unknown => planFaults(50, 'redis', new Random(seed), FULL.members);
    expect(plan(7)).toEqual(plan(7));
    expect(plan(7)).not.toEqual(plan(8));
  });

  it('have the requested number and every kind that the queue’s storage allows', () => {
    const inRedis = planFaults(40, 'redis', new Random(1), FULL.members);
    expect(inRedis).toHaveLength(40);
    expect(kindsOf(inRedis)).toEqual(new Set(FAULT_KINDS));
    const inPostgres = FAULT_KINDS.filter((kind) => !kind.endsWith('redis'));
    expect(kindsOf(planFaults(40, 'postgres', new Random(1), FULL.members))).toEqual(new Set(inPostgres));
  });

  it('hit only existing processes', () => {
    const targets = planFaults(200, 'postgres', new Random(1), SHORT.members).map(({ target }) => target);
    expect(targets).toContain('vault-1');
    expect(targets).not.toContain('vault-2');
  });

  it('sometimes freeze a worker for longer than its claims', () => {
    const longest = planFaults(200, 'postgres', new Random(1), FULL.members).reduce(
      (most, { forMs }) => Math.max(most, forMs),
      0,
    );
    expect(longest).toBeGreaterThan(11_500);
  });
});
