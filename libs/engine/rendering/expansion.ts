import { Inject, Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import type { AnyResource } from '../resources/resource.js';
import { Resources } from '../resources/resources.js';
import { expanded, idsToExpand, type Expandable } from './rules/expansion.js';

/** The token of the resources whose ids are expanded. */
export const EXPANDED_RESOURCES = Symbol('expanded resources');

/**
 * Replaces ids by objects (docs/fidelity.md V16), with one query for each kind of object, for lists of any
 * length.
 */
@Injectable()
export class Expansion {
  private readonly fields: Expandable<AnyResource>;

  constructor(
    private readonly resources: Resources,
    @Inject(EXPANDED_RESOURCES) all: readonly AnyResource[],
  ) {
    const referred = (kind: string): AnyResource => {
      const found = all.find((resource) => resource.kind === kind);
      if (!found) throw new Error(`No resource is defined for ${kind}`);
      return found;
    };
    this.fields = Object.fromEntries(
      all.map(({ kind, expands = {} }) => [
        kind,
        Object.fromEntries(Object.entries(expands).map(([field, of]) => [field, referred(of)])),
      ]),
    );
  }

  async expand(tenant: Tenant, body: unknown): Promise<unknown> {
    const references = [...idsToExpand(body, this.fields)];
    if (references.length === 0) return body;
    const found = await Promise.all(
      references.map(([resource, ids]) => this.resources.many(resource, tenant, [...ids])),
    );
    return expanded(body, this.fields, new Map(found.flat().map((view) => [view.id, view])));
  }
}
