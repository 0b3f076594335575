import { partOf, type Round } from './round.js';

/** Who can be measured. What ends in `Million` has a million charges in its database. */
export type SubjectName = 'tollgate' | 'bare' | 'database' | 'stripe' | 'tollgateMillion' | 'databaseMillion';

/** What one round of one subject came to. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** What a request took of the processors: Tollgate's processes, and PostgreSQL. */
  readonly processMs?: number | undefined;
  readonly databaseMs?: number | undefined;
  /** Why this is no measurement, if it is none. */
  readonly problem: string | null;
}

export interface Subject {
  readonly name: SubjectName;
  measure(round: Round): Promise<Sample>;
}

export interface Rounds {
  readonly rounds: number;
  readonly round: Round;
}

export type Samples = Readonly<Partial<Record<SubjectName, readonly Sample[]>>>;

/** Warm-up is this part of a round. */
const WARM_UP = 0.5;

/** Measures all in turn, round after round (A B C A B C ...), so that a mood of the machine meets all of them. */
export async function compareInTurn(
  subjects: readonly Subject[],
  { rounds, round }: Rounds,
): Promise<{ samples: Samples; problems: string[] }> {
  const samples = new Map<SubjectName, Sample[]>();
  const problems: string[] = [];
  const measure = async (subject: Subject, length: Round): Promise<Sample> => {
    const sample = await subject.measure(length);
    if (sample.problem !== null) problems.push(`${subject.name}: ${sample.problem}`);
    return sample;
  };
  for (const subject of subjects) await measure(subject, partOf(round, WARM_UP));
  for (let number = 0; number < rounds; number += 1) {
    for (const subject of subjects) samples.set(subject.name, [...(samples.get(subject.name) ?? []), await measure(subject, round)]);
  }
  return { samples: Object.fromEntries(samples), problems };
}
