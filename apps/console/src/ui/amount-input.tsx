import { TextInput } from '@mantine/core';
import { useState, type JSX } from 'react';
import { mainUnits, minorUnits } from './amounts';
import { moneyText } from './money-text';

interface AmountInputProps {
  readonly label: string;
  readonly currency: string;
  /**
   * In the smallest unit of the currency, as the value is; `undefined` unless an amount from 1 to `most` is
   * typed.
   */
  readonly most: number;
  readonly value: number | undefined;
  readonly onChange: (amount: number | undefined) => void;
}

/** A field for an amount, with the decimals of its currency. */
export function AmountInput({ label, currency, most, value, onChange }: AmountInputProps): JSX.Element {
  const [isEmpty, setIsEmpty] = useState(value === undefined);
  const read = (typed: string): number | undefined => {
    const amount = minorUnits(typed, currency);
    return amount !== undefined && amount >= 1 && amount <= most ? amount : undefined;
  };
  return (
    <TextInput
      size="xs"
      inputMode="decimal"
      label={`${label} (max ${moneyText({ amount: most, currency })})`}
      defaultValue={value === undefined ? '' : mainUnits(value, currency)}
      onChange={({ currentTarget: { value: typed } }) => {
        setIsEmpty(typed === '');
        onChange(read(typed));
      }}
      error={value === undefined && !isEmpty}
      autoComplete="off"
    />
  );
}
