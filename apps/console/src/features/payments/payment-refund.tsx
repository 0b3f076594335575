import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type JSX, type MouseEvent } from 'react';
import type { Schemas } from '../../api/client';
import { useAct } from '../../ui/action-button';
import { AmountInput } from '../../ui/amount-input';
import { WithCurl } from '../../ui/curl';
import { moneyText } from '../../ui/money-text';

type Charge = Pick<
  Schemas['Charge'],
  'currency' | 'captured_amount' | 'refunded_amount' | 'partially_refundable'
>;

/** Refunds what is left or half of it at a click, or a typed amount. */
export function Refund({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const {
    currency,
    captured_amount: taken,
    refunded_amount: refunded,
    partially_refundable: isPartial,
  } = charge;
  const money = (sum: number): string => moneyText({ amount: sum, currency });
  const left = taken - refunded;
  const half = Math.floor(left / 2);
  const [amount, setAmount] = useState<number>();
  const [isOpen, { open, close }] = useDisclosure();
  const act = useAct();
  const call = (sum: number | undefined) => ({
    method: 'POST' as const,
    path: `${base}/refunds`,
    body: { amount: sum },
  });
  // The second click of a double click may be on another button.
  const atClick =
    (sum: number) =>
    ({ detail }: MouseEvent): void => {
      if (detail < 2) refund(sum);
    };
  const refund = (sum: number): void =>
    act.press({
      label: 'Refund',
      call: call(sum),
      done: `Refunded ${money(sum)} of ${money(taken)}`,
      onDone: close,
    });
  return (
    <>
      <Button size="xs" variant="filled" onClick={open}>
        Refund…
      </Button>
      <Modal opened={isOpen} onClose={close} title="Refund" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Group grow>
            <Button size="xs" variant="default" disabled={act.isPending} onClick={atClick(left)}>
              Refund full · {money(left)}
            </Button>
            {isPartial && half > 0 && (
              <Button size="xs" variant="default" disabled={act.isPending} onClick={atClick(half)}>
                Refund half · {money(half)}
              </Button>
            )}
          </Group>
          {isPartial ? (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (amount !== undefined && !act.isPending) refund(amount);
              }}
            >
              <AmountInput
                label="Amount to refund"
                currency={currency}
                most={left}
                value={amount}
                onChange={setAmount}
              />
              <Group justify="space-between" mt="xs">
                <Text size="sm" c="dimmed">
                  {amount === undefined ? '' : `${money(left - amount)} left to refund afterwards.`}
                </Text>
                <WithCurl call={call(amount)}>
                  <Button type="submit" size="xs" disabled={amount === undefined} loading={act.isPending}>
                    Refund
                  </Button>
                </WithCurl>
              </Group>
            </form>
          ) : (
            <Text size="sm">This payment can only be refunded in full.</Text>
          )}
          {refunded > 0 && <Text size="sm">{money(refunded)} refunded so far.</Text>}
        </Stack>
      </Modal>
    </>
  );
}
