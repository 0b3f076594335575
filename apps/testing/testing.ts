// The entry `@tollgate/testing`: sandboxes for any test runner.
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxSettings } from './sandbox.js';
export type { Bundle, ReplayOptions } from './bundle.js';
export { TollgateError, type ControlAddress } from './control.js';
export { ExpectationError } from './story.js';
export type * from './answers.js';
