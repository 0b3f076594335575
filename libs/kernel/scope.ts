import type { ApiVersion } from './api-versions/versions.js';

export type KeyKind = 'public' | 'secret';

/** Which tenant's rows a query may touch: one account, in one mode. Nothing is shared between two of them. */
export interface Tenant {
  readonly accountId: string;
  readonly livemode: boolean;
}

/** An object of the emulated API. */
export interface OwnedObject extends Tenant {
  readonly id: string;
  readonly createdAt: Date;
}

/** An object that changes. */
export interface VersionedObject extends OwnedObject {
  /** Grows by one with every change; a write requires the version that was read. */
  readonly version: number;
}

/** The caller. The guard creates it once per request; methods of the resources' services have it as the first parameter. */
export interface Scope extends Tenant {
  readonly keyKind: KeyKind;
  /** The version the answer is rendered in. */
  readonly apiVersion: ApiVersion;
}
