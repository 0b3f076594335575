import type { Sample } from './comparison.js';
import { sizeTable, speedTable } from './request-tables.js';

const cell = { row: 'create', connections: 20, processes: 1 } as const;
const samples = (...rates: number[]): Sample[] => rates.map((perSecond) => ({ perSecond, p50Ms: 1, p99Ms: 9, problem: null }));
const cellsOf = (table: string): string[] =>
  table
    .split('\n')
    .at(-1)
    ?.split('|')
    .map((text) => text.trim()) ?? [];

describe('the table of requests', () => {
  it('shows rates, latencies, and ratios to whatever was measured beside them', () => {
    const found = { tollgate: samples(50, 60, 70), bare: samples(100, 100, 100), database: samples(200, 200, 200) };
    const row = cellsOf(speedTable([{ cell, samples: found }]));
    expect(row).toContain('60 (50–70)');
    expect(row).toContain('0.60 (0.50–0.70)');
    expect(row).toContain('0.30 (0.25–0.35)');
    expect(row).toContain('9.0');
  });

  it('has no figure for a subject of which a round failed', () => {
    const failed = [...samples(100), { perSecond: 900, problem: 'answered 500' }];
    const row = cellsOf(speedTable([{ cell, samples: { tollgate: samples(1, 2), bare: failed } }]));
    expect(row.slice(4)).toEqual(['2 (1–2)', '1.0', '9.0', '–', '–', '–', '–', '–', '–', '']);
  });
});

describe('the table of sizes', () => {
  it('shows how many times slower everything is with many charges', () => {
    const found = { tollgate: samples(100), tollgateMillion: samples(80), database: samples(90), databaseMillion: samples(30) };
    const row = cellsOf(sizeTable([{ cell, samples: found }]));
    expect(row).toContain('1.25 (1.25–1.25)');
    expect(row).toContain('3.00 (3.00–3.00)');
  });
});
