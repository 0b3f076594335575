import type { Call } from '#domain/faults/fault-match.js';
import type { Metadata } from '#domain/metadata.js';

/** An event as its webhook has it, as far as faults ask for it. */
interface SentEvent {
  readonly key: string;
  readonly livemode: boolean;
  readonly data: {
    readonly id: string;
    readonly charge?: unknown;
    readonly amount?: number;
    readonly metadata?: Metadata;
    readonly source?: { readonly type?: string } | null;
  };
}

/** A webhook, as faults look at it: its event and the object that that is about. */
export function webhookCall(eventId: string, body: string): { readonly call: Call; readonly livemode: boolean } {
  const { key, livemode, data } = JSON.parse(body) as SentEvent;
  const { id, charge, amount, metadata, source } = data;
  const objects = [eventId, id, charge].filter((object) => typeof object === 'string');
  return { call: { key, objects, subjects: [{ sourceType: source?.type, amount, metadata }] }, livemode };
}
