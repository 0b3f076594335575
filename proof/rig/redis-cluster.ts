import { OwnRedis } from './own-redis.js';
import { steadyPort } from './ports.js';
import { until } from '../../libs/platform/testing/until.js';

const FLAGS = ['--cluster-node-timeout', '1500'];
const SLOT_COUNT = 16_384;
const MASTER_COUNT = 3;

/**
 * A cluster of three masters, each with a third of the slots, and a replica of the one that has the slot of
 * `key`.
 */
export class RedisCluster {
  private constructor(
    private readonly masters: readonly OwnRedis[],
    /** Has the slot of the key. */
    readonly master: OwnRedis,
    /** Takes over when that one is gone. */
    readonly replica: OwnRedis,
  ) {}

  static async open(key: string): Promise<RedisCluster> {
    const busPorts = await Promise.all(Array.from({ length: MASTER_COUNT + 1 }, steadyPort));
    const nodes = await Promise.all(busPorts.map((port) => OwnRedis.openNode(port, FLAGS)));
    const [replica, ...masters] = nodes as [OwnRedis, ...OwnRedis[]];
    const [first] = masters as [OwnRedis];
    const borders = Array.from({ length: MASTER_COUNT + 1 }, (_, index) =>
      Math.floor((SLOT_COUNT * index) / MASTER_COUNT),
    );
    for (const [index, node] of masters.entries())
      await node.connected((redis) =>
        redis.cluster('ADDSLOTSRANGE', borders[index] ?? 0, (borders[index + 1] ?? 0) - 1),
      );
    for (const node of nodes)
      await node.connected((redis) =>
        redis.call('CLUSTER', 'MEET', '127.0.0.1', first.port, busPorts[1] ?? 0),
      );
    await until(() => areJoined(nodes), 'the nodes do not come together');
    const slot = Number(await first.connected((redis) => redis.cluster('KEYSLOT', key)));
    const master = masters.find((_, index) => slot < (borders[index + 1] ?? 0)) ?? first;
    const id = String(await master.connected((redis) => redis.cluster('MYID')));
    await replica.connected((redis) => redis.cluster('REPLICATE', id));
    const cluster = new RedisCluster(masters, master, replica);
    const isReplicating = (): Promise<boolean> =>
      replica
        .connected((redis) => redis.info('replication'))
        .then((text) => text.includes('master_link_status:up'));
    await until(isReplicating, 'the replica does not follow its master');
    return cluster;
  }

  get url(): string {
    return `redis+cluster://${this.masters.map(({ port }) => `127.0.0.1:${port}`).join()}`;
  }

  async close(): Promise<void> {
    await Promise.all([...this.masters, this.replica].map((node) => node.kill()));
  }
}

/** True if every node knows all others, and all slots are served. */
async function areJoined(nodes: readonly OwnRedis[]): Promise<boolean> {
  const infos = await Promise.all(nodes.map((node) => node.connected((redis) => redis.cluster('INFO'))));
  return infos.every(
    (info) =>
      String(info).includes('cluster_state:ok') &&
      String(info).includes(`cluster_known_nodes:${nodes.length}`),
  );
}
