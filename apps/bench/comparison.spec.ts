import { compareInTurn, type Sample, type Subject } from './comparison.js';
import type { Round } from './round.js';

function subject(name: Subject['name'], log: string[], problem: string | null = null): Subject {
  return {
    name,
    measure: (round): Promise<Sample> => {
      log.push(`${name} ${Object.values(round).join()}`);
      return Promise.resolve({ perSecond: log.length, problem });
    },
  };
}

describe('a comparison', () => {
  it.each<Round>([{ seconds: 4 }, { times: 4 }])('warms everyone up, then measures all in turn: %p', async (round) => {
    const log: string[] = [];
    const { samples, problems } = await compareInTurn([subject('tollgate', log), subject('bare', log)], { rounds: 2, round });
    expect(log).toEqual(['tollgate 2', 'bare 2', 'tollgate 4', 'bare 4', 'tollgate 4', 'bare 4']);
    expect(samples.tollgate?.map(({ perSecond }) => perSecond)).toEqual([3, 5]);
    expect(problems).toEqual([]);
  });

  it('tells of whatever failed, in the warm-up too', async () => {
    const { problems } = await compareInTurn([subject('bare', [], 'answered 500')], { rounds: 1, round: { seconds: 1 } });
    expect(problems).toEqual(['bare: answered 500', 'bare: answered 500']);
  });
});
