// `npm run generate`: generates the Prisma client, the OpenAPI documents, and the console's types of them,
// which are not kept in the repository. Prisma wants a schema engine even for this, and would download one:
// pointing it at any file that exists keeps it offline, because generating never runs the engine.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { install } from './prepare.mjs';

install();
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
execFileSync(process.execPath, [prisma, 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
});
const { generateOpenApi } = await import('./openapi/generate.mjs');
await generateOpenApi();
