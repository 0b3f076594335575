import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSandboxNow } from '../ui/time';
import {
  dateText,
  queryOf,
  valuesIn,
  type FilterChanges,
  type FilterField,
  type FilterQuery,
  type FilterValues,
} from './filter-model';

/** The filters of a page, which are in its address. */
export interface Filters {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  /** The parameters of the control API. */
  readonly query: FilterQuery;
  /** In a new entry of the browser's history, unless it replaces the present one. */
  readonly set: (changes: FilterChanges, isReplacing?: boolean) => void;
  readonly isActive: boolean;
}

/** `fields` keep their identity. */
export function useFilters(fields: readonly FilterField[]): Filters {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const today = dateText(useSandboxNow()());
  const values = useMemo(() => valuesIn(address, fields), [address, fields]);
  const query = useMemo(() => queryOf(values, new Date(`${today}T00:00`)), [values, today]);
  const set = (changes: FilterChanges, replace = false): void =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...changes })) as never, replace });
  return { fields, values, query, set, isActive: Object.keys(values).length > 0 };
}
