import { Link, useSearch } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { FilterChanges } from './filter-model';

interface StatusTab {
  readonly label: string;
  /** The filters of the tab; those of the other tabs are removed. */
  readonly values: FilterChanges;
  /** Another page. Default: this one. */
  readonly to?: string;
  /** Tabs may have none. `undefined` while it loads. */
  readonly count?: number | undefined;
}

/** Counts end here. */
const COUNTED = 10_000;

/**
 * The filters that are asked for most, as tabs. Text and other filters stay: with them the counts, which are
 * of the whole sandbox, are not shown.
 */
export function StatusTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly StatusTab[];
}): JSX.Element {
  const none = Object.fromEntries(
    tabs.flatMap(({ values }) => Object.keys(values).map((name) => [name, undefined])),
  );
  const isNarrowed = Object.keys(useSearch({ strict: false })).some(
    (name) => !Object.hasOwn(none, name) && name !== 'open',
  );
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to ?? '.'}
          search={((now: object) => ({ ...now, ...none, ...tab.values })) as never}
          activeOptions={{ exact: true }}
        >
          {tab.label}{' '}
          {'count' in tab && (
            <span className="count">{tab.count === undefined || isNarrowed ? '' : countText(tab.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function countText(count: number): string {
  return count >= COUNTED ? '10,000+' : count.toLocaleString('en');
}
