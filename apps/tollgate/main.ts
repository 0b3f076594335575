import { runTollgate } from './run.js';

await runTollgate();
