import { Button, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type JSX } from 'react';
import type { Schemas } from '../api/client';
import type { ControlCall } from '../api/curl';
import { emulatedPath, usePlace } from '../app/place';
import { Act } from '../ui/act';
import { AmountInput } from '../ui/amount-input';
import { moneyText } from '../ui/money';

/** The fields of a charge that decide which actions it has. */
type Charge = Pick<
  Schemas['Charge'],
  | ('id' | 'status' | 'authorized' | 'livemode' | 'paid' | 'refundable' | 'disputable')
  | ('amount' | 'currency' | 'refunded_amount' | 'authorization_type')
>;

const FAILURES = [
  'payment_rejected',
  'insufficient_fund',
  'failed_processing',
  'invalid_account',
  'stolen_or_lost_card',
  'failed_fraud_check',
];

/** The actions of a charge in its present state. */
export function PaymentActions({ charge }: { readonly charge: Charge }): JSX.Element {
  const base = `${emulatedPath(usePlace())}/charges/${charge.id}`;
  const post = (action: string): ControlCall => ({ method: 'POST', path: `${base}/${action}` });
  const isPending = charge.status === 'pending';
  const isAuthorized = isPending && charge.authorized;
  const waits = isPending && !isAuthorized;
  return (
    <Group gap="xs">
      {waits && !charge.livemode && (
        <Act call={post('mark_as_paid')} done="Payment marked as paid" variant="filled">
          Mark as paid
        </Act>
      )}
      {waits && !charge.livemode && <Fail base={base} />}
      {waits && (
        <Act call={post('expire')} done="Charge expired">
          Expire now
        </Act>
      )}
      {isAuthorized && <Capture charge={charge} base={base} />}
      {isAuthorized && (
        <Act call={post('reverse')} done="Authorization reversed">
          Reverse authorization
        </Act>
      )}
      {charge.paid && charge.refundable && <Refund key={charge.refunded_amount} charge={charge} base={base} />}
      {charge.paid && charge.disputable && !charge.livemode && (
        <Act call={post('disputes')} done="Dispute opened">
          Open dispute
        </Act>
      )}
    </Group>
  );
}

function Fail({ base }: { readonly base: string }): JSX.Element {
  const [code, setCode] = useState('payment_rejected');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Mark as failed…
      </Button>
      <Modal opened={isOpen} onClose={close} title="Mark as failed" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Select label="Failure code" data={FAILURES} value={code} onChange={(value) => value && setCode(value)} allowDeselect={false} />
          <Group justify="flex-end">
            <Act
              call={{ method: 'POST', path: `${base}/mark_as_failed`, body: { failure_code: code } }}
              done={`Payment failed: ${code}`}
              onDone={close}
              variant="filled"
            >
              Mark as failed
            </Act>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** All of it, or with `pre_auth` a part. */
function Capture({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const [amount, setAmount] = useState<number | undefined>(charge.amount);
  const isPartial = charge.authorization_type === 'pre_auth';
  const body = isPartial ? { capture_amount: amount } : undefined;
  return (
    <Group gap={4} align="flex-end">
      {isPartial && (
        <AmountInput label="Amount to capture" currency={charge.currency} most={charge.amount} value={amount} onChange={setAmount} />
      )}
      <Act
        call={{ method: 'POST', path: `${base}/capture`, body }}
        done={`Captured ${moneyText({ amount: amount ?? charge.amount, currency: charge.currency })}`}
        disabled={isPartial && amount === undefined}
        variant="filled"
      >
        Capture
      </Act>
    </Group>
  );
}

/** The full rest, half of it, or any amount. */
function Refund({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const { currency } = charge;
  const left = charge.amount - charge.refunded_amount;
  const [amount, setAmount] = useState<number | undefined>(left);
  const [share, setShare] = useState('Full');
  const [isOpen, { open, close }] = useDisclosure();
  const choose = (value: string): void => {
    setShare(value);
    if (value === 'Full') setAmount(left);
    if (value === 'Half') setAmount(Math.floor(left / 2));
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Refund…
      </Button>
      <Modal opened={isOpen} onClose={close} title="Refund" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <SegmentedControl data={['Full', 'Half', 'Custom']} value={share} onChange={choose} aria-label="Share" />
          <AmountInput
            key={share}
            label="Amount to refund"
            currency={currency}
            most={left}
            value={amount}
            onChange={(value) => {
              setAmount(value);
            }}
          />
          <Text size="sm" c="dimmed">
            {moneyText({ amount: left - (amount ?? 0), currency })} left to refund afterwards.
          </Text>
          <Group justify="flex-end">
            <Act
              call={{ method: 'POST', path: `${base}/refunds`, body: { amount } }}
              done={`Refunded ${moneyText({ amount: amount ?? 0, currency })}`}
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
