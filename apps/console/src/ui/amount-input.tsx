import { NumberInput } from '@mantine/core';
import type { JSX } from 'react';
import { decimalsOf, moneyText } from './money';

interface AmountInputProps {
  readonly label: string;
  readonly currency: string;
  /** In the smallest unit of the currency, as the value is; `undefined` unless an amount from 1 to `most` is typed. */
  readonly most: number;
  readonly value: number | undefined;
  readonly onChange: (amount: number | undefined) => void;
}

/** A field for an amount, with the decimals of its currency. */
export function AmountInput({ label, currency, most, value, onChange }: AmountInputProps): JSX.Element {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  const read = (typed: number | string): number | undefined => {
    const amount = Math.round(Number(typed) * unit);
    return typed !== '' && amount >= 1 && amount <= most ? amount : undefined;
  };
  return (
    <NumberInput
      size="xs"
      label={`${label} (max ${moneyText({ amount: most, currency })})`}
      defaultValue={value === undefined ? '' : value / unit}
      onChange={(typed) => onChange(read(typed))}
      error={value === undefined}
      min={1 / unit}
      max={most / unit}
      decimalScale={decimals}
      fixedDecimalScale
    />
  );
}
