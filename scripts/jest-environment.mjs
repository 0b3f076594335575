// Where end-to-end specs run: Jest's sandbox, with a door to what was built (jest-built.mjs).
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

export default class BuiltEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireBuilt = createRequire(import.meta.url);
  }
}
