import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { useGateway } from './harness.js';
import { earningSide, FLOWS, makeObjects } from './route-requests.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

interface Listed {
  readonly id: string;
  readonly status: string | null;
}

const gateway = useGateway();
let sandbox: Sandbox;

/** Fields of every listed object; the last two of this release only. */
const COMMON = ['object', 'id', 'livemode', 'at', 'status', 'type', 'about'];

const KINDS = objectsOf(ALL_RESOURCES).flatMap(({ kind, listed }) =>
  listed
    ? [
        {
          name: `${kind}s`,
          statuses: Object.keys(listed.statuses ?? {}),
          columns: [...Object.keys(listed.columns), ...Object.keys(listed.facts ?? {})],
        },
      ]
    : [],
);

async function list(name: string, query: object = {}): Promise<readonly Listed[]> {
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/objects/${name}`)
    .query({ limit: 100, ...query })
    .expect(200);
  return (body as { data: Listed[] }).data;
}

beforeAll(async () => {
  sandbox = await createSandbox(gateway);
  const side = await earningSide(gateway, sandbox.keys);
  for (const { exchanges } of FLOWS) {
    side.begin();
    for (const exchange of exchanges) await side.ask(exchange);
  }
  // The flows delete some of their objects.
  await makeObjects(side);
});

describe.each(KINDS)('the list $name', ({ name, statuses, columns }) => {
  it('has the columns of its kind and no others', async () => {
    const all = await list(name);
    expect(all).not.toEqual([]);
    for (const one of all) expect(Object.keys(one).toSorted()).toEqual([...COMMON, ...columns].toSorted());
  });

  it('finds each object by its status and by no other', async () => {
    const all = await list(name);
    const found = await Promise.all(statuses.map((status) => list(name, { status })));
    for (const [index, status] of statuses.entries())
      expect(found[index]).toEqual(all.filter((one) => one.status === status));
    expect(found.flat()).toHaveLength(statuses.length === 0 ? 0 : all.length);
    expect(await list(name, { status: 'none' })).toEqual([]);
  });
});
