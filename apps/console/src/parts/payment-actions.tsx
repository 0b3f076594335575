import { Group, Select } from '@mantine/core';
import { useState, type JSX } from 'react';
import type { Schemas } from '../api/client';
import { emulatedPath, usePlace } from '../app/place';
import { Act } from './act';
import { AmountInput } from './amount-input';

/** What of a charge says what can be done to it. */
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

/** What can be done to the charge as it is now. */
export function PaymentActions({ charge }: { readonly charge: Charge }): JSX.Element {
  const base = `${emulatedPath(usePlace())}/charges/${charge.id}`;
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${base}/${action}`, body });
  const isPending = charge.status === 'pending';
  const isAuthorized = isPending && charge.authorized;
  return (
    <Group align="flex-end" gap="xs">
      {isPending && !isAuthorized && !charge.livemode && <Act call={post('mark_as_paid')}>Pay</Act>}
      {isPending && !isAuthorized && !charge.livemode && <Fail base={base} />}
      {isPending && !isAuthorized && <Act call={post('expire')}>Expire</Act>}
      {isAuthorized && <Capture charge={charge} base={base} />}
      {isAuthorized && <Act call={post('reverse')}>Reverse</Act>}
      {charge.paid && charge.refundable && <Refund key={charge.refunded_amount} charge={charge} base={base} />}
      {charge.paid && charge.disputable && !charge.livemode && <Act call={post('disputes')}>Dispute</Act>}
    </Group>
  );
}

function Fail({ base }: { readonly base: string }): JSX.Element {
  const [code, setCode] = useState('payment_rejected');
  return (
    <Group gap={4} align="flex-end">
      <Select
        size="xs"
        aria-label="Failure code"
        data={FAILURES}
        value={code}
        onChange={(value) => value && setCode(value)}
        allowDeselect={false}
      />
      <Act call={{ method: 'POST', path: `${base}/mark_as_failed`, body: { failure_code: code } }}>Fail</Act>
    </Group>
  );
}

/** All of it, or with `pre_auth` a part. */
function Capture({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const [amount, setAmount] = useState<number | undefined>(charge.amount);
  const isPartial = charge.authorization_type === 'pre_auth';
  const body = isPartial ? { capture_amount: amount } : undefined;
  return (
    <Group gap={4} align="flex-end">
      {isPartial && <AmountInput currency={charge.currency} most={charge.amount} value={amount} onChange={setAmount} />}
      <Act call={{ method: 'POST', path: `${base}/capture`, body }} disabled={isPartial && amount === undefined}>
        Capture
      </Act>
    </Group>
  );
}

function Refund({ charge, base }: { readonly charge: Charge; readonly base: string }): JSX.Element {
  const left = charge.amount - charge.refunded_amount;
  const [amount, setAmount] = useState<number | undefined>(left);
  return (
    <Group gap={4} align="flex-end">
      <AmountInput currency={charge.currency} most={left} value={amount} onChange={setAmount} />
      <Act call={{ method: 'POST', path: `${base}/refunds`, body: { amount } }} disabled={amount === undefined}>
        Refund
      </Act>
    </Group>
  );
}
