// Environment of end-to-end specs: Jest's sandbox, with access to the build (jest-built.mjs).
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

export default class BuiltEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireBuilt = createRequire(import.meta.url);
  }
}
