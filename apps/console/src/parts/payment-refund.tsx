import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type JSX } from 'react';
import type { Schemas } from '../api/client';
import { Act } from '../ui/act';
import { AmountInput } from '../ui/amount-input';
import { moneyText } from '../ui/money';

type Charge = Pick<Schemas['Charge'], 'currency' | 'captured_amount' | 'refunded_amount' | 'partially_refundable'>;

/** Refunds what is left, half of it, or any amount. */
export function Refund({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const { currency, captured_amount: taken, refunded_amount: refunded, partially_refundable: isPartial } = charge;
  const money = (sum: number): string => moneyText({ amount: sum, currency });
  const left = taken - refunded;
  const [amount, setAmount] = useState<number | undefined>(left);
  const [share, setShare] = useState('Full');
  const [isOpen, { open, close }] = useDisclosure();
  // A new key resets the field to the amount of the chosen share.
  const [choices, setChoices] = useState(0);
  const choose = (value: string): void => {
    setShare(value);
    setChoices(choices + 1);
    if (value === 'Full') setAmount(left);
    if (value === 'Half') setAmount(Math.floor(left / 2));
  };
  const type = (value: number | undefined): void => {
    setAmount(value);
    setShare(value === left ? 'Full' : 'Custom');
  };
  return (
    <>
      <Button size="xs" variant="filled" onClick={open}>
        Refund…
      </Button>
      <Modal opened={isOpen} onClose={close} title="Refund" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          {isPartial ? (
            <>
              <SegmentedControl data={['Full', 'Half', 'Custom']} value={share} onChange={choose} aria-label="Share" />
              <AmountInput key={choices} label="Amount to refund" currency={currency} most={left} value={amount} onChange={type} />
            </>
          ) : (
            <Text size="sm">{money(left)}: this payment can only be refunded in full.</Text>
          )}
          <Text size="sm" c="dimmed">
            {money(left - (amount ?? 0))} left to refund afterwards.
            {refunded > 0 && ` ${money(refunded)} refunded so far.`}
          </Text>
          <Group justify="flex-end">
            <Act
              call={{ method: 'POST', path: `${base}/refunds`, body: { amount } }}
              done={`Refunded ${money(amount ?? 0)} of ${money(taken)}`}
              onDone={close}
              disabled={amount === undefined}
              variant="filled"
            >
              Refund
            </Act>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
