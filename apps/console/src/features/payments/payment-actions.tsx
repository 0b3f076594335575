import { Anchor, Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type JSX } from 'react';
import type { Schemas } from '../../api/client';
import type { ControlCall } from '../../api/curl';
import { ActionButton } from '../../ui/action-button';
import { AmountInput } from '../../ui/amount-input';
import { Form } from '../../ui/form';
import { moneyText } from '../../ui/money-text';
import { emulatedPath, usePlace } from '../../ui/place';
import { Refund } from './payment-refund';
import { ReplayWebhooks } from './replay-webhooks';
import { SharePayment } from './share-payment';
import { Refused } from '../objects/refused';

/** The fields of a charge that decide which actions it has. */
type Charge = Pick<
  Schemas['Charge'],
  | (
      | 'id'
      | 'status'
      | 'livemode'
      | 'paid'
      | 'refundable'
      | 'partially_refundable'
      | 'disputable'
      | 'capturable'
      | 'reversible'
      | 'voided'
    )
  | (
      | 'amount'
      | 'captured_amount'
      | 'currency'
      | 'refunded_amount'
      | 'authorization_type'
      | 'authorized'
      | 'authorize_uri'
      | 'metadata'
    )
> & { readonly dispute: { readonly status: string } | null };

const FAILURES = [
  'payment_rejected',
  'insufficient_fund',
  'failed_processing',
  'invalid_account',
  'stolen_or_lost_card',
  'failed_fraud_check',
];
const TEST_ONLY = 'Test mode only';

interface PaymentActionsProps {
  readonly charge: Charge;
  /** The payment method, in words. */
  readonly method: string;
}

/**
 * The actions of a charge in its present state, the primary one first. Those that the API would refuse are
 * disabled, with the reason.
 */
export function PaymentActions({ charge, method }: PaymentActionsProps): JSX.Element {
  const place = usePlace();
  const base = `${emulatedPath(place)}/charges/${charge.id}`;
  const post = (action: string): ControlCall => ({ method: 'POST', path: `${base}/${action}` });
  const { livemode: isLive, capturable, reversible, paid } = charge;
  const waits = charge.status === 'pending' && !charge.authorized;
  const refundRefusal = refundRefusalOf(charge, method);
  const disputeRefusal = disputeRefusalOf(charge, method);
  return (
    <Group gap="xs" align="flex-end">
      {waits &&
        (isLive ? (
          <Refused label="Mark as paid" reason={TEST_ONLY} />
        ) : (
          <>
            <ActionButton call={post('mark_as_paid')} done="Payment marked as paid" variant="filled">
              Mark as paid
            </ActionButton>
            <Fail base={base} />
          </>
        ))}
      {waits && (
        <ActionButton call={post('expire')} done="Charge expired">
          Expire now
        </ActionButton>
      )}
      {capturable && <Capture charge={charge} base={base} />}
      {reversible && (
        <ActionButton call={post('reverse')} done="Authorization reversed">
          Reverse authorization
        </ActionButton>
      )}
      {paid &&
        (refundRefusal === undefined ? (
          <Refund key={charge.refunded_amount} charge={charge} base={base} />
        ) : (
          <Refused label="Refund…" reason={refundRefusal} />
        ))}
      {paid &&
        (disputeRefusal === undefined ? (
          <ActionButton call={post('disputes')} done="Dispute opened">
            Open dispute
          </ActionButton>
        ) : (
          <Refused label="Open dispute" reason={disputeRefusal} />
        ))}
      {waits && charge.authorize_uri && (
        <Anchor href={charge.authorize_uri} target="_blank" rel="noreferrer" size="sm" lh="30px">
          Open customer page ↗
        </Anchor>
      )}
      <ReplayWebhooks id={charge.id} />
      <SharePayment id={charge.id} metadata={charge.metadata ?? {}} />
    </Group>
  );
}

/** Why the charge is not `refundable`. */
function refundRefusalOf(charge: Charge, method: string): string | undefined {
  if (charge.refundable) return undefined;
  if (charge.voided) return 'Fully refunded (voided the same day)';
  if (charge.refunded_amount >= charge.captured_amount) return 'Nothing left to refund';
  if (charge.dispute && charge.dispute.status !== 'won')
    return `Disputed: the dispute is ${charge.dispute.status}`;
  return `${method} is not refundable`;
}

/** Why the charge is not `disputable`, or cannot be disputed here. */
function disputeRefusalOf(
  { disputable, dispute, livemode, refunded_amount: refunded, captured_amount: all }: Charge,
  method: string,
) {
  if (dispute) return 'Already disputed';
  if (livemode) return TEST_ONLY;
  if (disputable) return undefined;
  return refunded >= all ? 'Nothing left to dispute' : `${method} has no disputes`;
}

function Fail({ base }: { readonly base: string }): JSX.Element {
  const [code, setCode] = useState('payment_rejected');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Mark as failed…
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Mark as failed"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <Select
            label="Failure code"
            data={FAILURES}
            value={code}
            onChange={(value) => value && setCode(value)}
            allowDeselect={false}
          />
          <Group justify="flex-end">
            <ActionButton
              call={{ method: 'POST', path: `${base}/mark_as_failed`, body: { failure_code: code } }}
              done={`Payment failed: ${code}`}
              onDone={close}
              variant="filled"
            >
              Mark as failed
            </ActionButton>
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
    <Form>
      <Group gap={4} align="flex-end">
        {isPartial && (
          <AmountInput
            label="Amount to capture"
            currency={charge.currency}
            most={charge.amount}
            value={amount}
            onChange={setAmount}
          />
        )}
        <ActionButton
          call={{ method: 'POST', path: `${base}/capture`, body }}
          done={`Captured ${moneyText({ amount: amount ?? charge.amount, currency: charge.currency })}`}
          disabled={isPartial && amount === undefined}
          variant="filled"
          type="submit"
        >
          Capture
        </ActionButton>
      </Group>
    </Form>
  );
}
