import { until } from '../testing/until.js';
import { collectWhenIdle } from './idle-collection.js';

describe('garbage of a process that has become idle', () => {
  let timer: NodeJS.Timeout;
  beforeEach(() => (timer = collectWhenIdle(100)));
  afterEach(() => clearInterval(timer));

  it('is collected, without more work that would make V8 collect it', async () => {
    const garbage = new WeakRef({ size: 1 });
    await until(() => garbage.deref() === undefined, 'the garbage is still there');
  });

  it('is collected again after the next work', async () => {
    const first = new WeakRef({ size: 1 });
    await until(() => first.deref() === undefined, 'the garbage of the start is still there');
    const end = performance.now() + 400;
    const second = new WeakRef({ size: 2 });
    while (performance.now() < end);
    await until(() => second.deref() === undefined, 'the garbage of the work is still there');
  });
});
