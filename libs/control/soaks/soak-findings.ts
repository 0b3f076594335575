import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import type { SoakSection } from '../snapshots/rules/file-rules.js';
import { parametersOf, soakView } from './soak.view.js';

/** The findings of soaks, for files. */
@Injectable()
export class SoakFindings {
  constructor(private readonly store: ShopRunStore) {}

  /** Throws `not_found`, and `bad_request` if the soak did not find this charge. */
  async of(accountId: string, id: string, charge: string): Promise<SoakSection> {
    const soak = await this.store.load(accountId, 'soak', id);
    const { finding } = soakView(soak);
    if (finding?.charge !== charge) fail('bad_request', `the soak ${id} did not find ${charge}`);
    const { law, text, story, plan } = finding;
    return { seed: parametersOf(soak).seed, law, text, story, plan };
  }
}
