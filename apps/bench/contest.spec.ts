import { compete, type Sample, type Subject } from './contest.js';

function subject(name: Subject['name'], log: string[], problem: string | null = null): Subject {
  return {
    name,
    measure: (seconds): Promise<Sample> => {
      log.push(`${name} ${seconds}`);
      return Promise.resolve({ perSecond: log.length, problem });
    },
  };
}

describe('a contest', () => {
  it('warms everyone up, then measures all in turn', async () => {
    const log: string[] = [];
    const { samples, problems } = await compete([subject('tollgate', log), subject('bare', log)], { rounds: 2, seconds: 4 });
    expect(log).toEqual(['tollgate 2', 'bare 2', 'tollgate 4', 'bare 4', 'tollgate 4', 'bare 4']);
    expect(samples.tollgate?.map(({ perSecond }) => perSecond)).toEqual([3, 5]);
    expect(problems).toEqual([]);
  });

  it('tells of whatever failed, in the warm-up too', async () => {
    const { problems } = await compete([subject('bare', [], 'answered 500')], { rounds: 1, seconds: 1 });
    expect(problems).toEqual(['bare: answered 500', 'bare: answered 500']);
  });
});
