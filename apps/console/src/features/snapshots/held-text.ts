import type { Schemas } from '../../api/client';

/** ` 2 unsent webhooks are held.` */
export function heldText({ held }: Schemas['Restore']): string {
  return held === 0 ? '' : ` ${held} unsent ${held === 1 ? 'webhook is' : 'webhooks are'} held.`;
}
