import { StartRefusal } from '../process/start-refusal.js';

/** A setting that cannot be used. Its message is one line that names the setting; the process ends with it, without a stack. */
export class SettingError extends StartRefusal {
  override readonly name = 'SettingError';

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
  }
}
