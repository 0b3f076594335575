import './facts.css';
import { Fragment, type JSX, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** Labels and values. Facts without a value are left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }): JSX.Element {
  return (
    <dl className="facts">
      {of.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' &&
          value !== false && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** Facts in a line below a title. */
export function FactsLine({ children }: { readonly children: readonly ReactNode[] }): JSX.Element {
  return (
    <div className="facts-line">
      {children.map((child, index) => child && <span key={index}>{child}</span>)}
    </div>
  );
}
