import { prepareCluster } from '#platform/database/prepared-cluster.js';
import { die } from '#platform/process/run-process.js';

/**
 * `node dist/apps/all-in-one/prepare.js /prepared`: makes what the image has of PostgreSQL, when it is built.
 */
await prepareCluster(process.argv[2] ?? 'prepared').then(() => process.exit(0), die);
