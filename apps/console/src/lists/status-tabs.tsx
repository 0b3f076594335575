import { Link } from '@tanstack/react-router';
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

/** The filters that are asked for most, as tabs with counts. Text and other filters stay. */
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
            <span className="count">{tab.count === undefined ? '' : countText(tab.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function countText(count: number): string {
  return count >= COUNTED ? '10,000+' : count.toLocaleString('en');
}
