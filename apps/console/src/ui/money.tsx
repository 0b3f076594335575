import type { JSX } from 'react';
import { moneyText, type Sum } from './money-text';

export function Money(sum: Sum): JSX.Element {
  return <span className="amount">{moneyText(sum)}</span>;
}
