import { NumberInput } from '@mantine/core';
import type { JSX } from 'react';
import { decimalsOf } from './money';

interface AmountInputProps {
  readonly currency: string;
  /** In the smallest unit of the currency, as the value is; `undefined` where none from 1 to `most` is typed. */
  readonly most: number;
  readonly value: number | undefined;
  readonly onChange: (amount: number | undefined) => void;
}

/** Takes an amount as people write it, with the decimals of its currency. */
export function AmountInput({ currency, most, value, onChange }: AmountInputProps): JSX.Element {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  const read = (typed: number | string): number | undefined => {
    const amount = Math.round(Number(typed) * unit);
    return typed !== '' && amount >= 1 && amount <= most ? amount : undefined;
  };
  return (
    <NumberInput
      size="xs"
      w={160}
      label={`${currency}, at most ${(most / unit).toFixed(decimals)}`}
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
