import { StartRefusal } from '../process/start-refusal.js';

/** An invalid setting. The message is one line that names it. */
export class SettingError extends StartRefusal {
  override readonly name = 'SettingError';

  constructor(
    readonly setting: string,
    readonly problem: string,
  ) {
    super(`${setting}: ${problem}`);
  }
}
