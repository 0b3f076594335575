import type { JSX } from 'react';
import type { ControlCall } from '../../api/curl';
import { KINDS } from '../../lists/kinds';
import { ActionButton } from '../../ui/action-button';
import type { ApiObject } from './object-words';
import { Refused } from './refused';

interface ObjectAction {
  readonly label: string;
  readonly done: string;
  readonly method: ControlCall['method'];
  /** Below the path of the object. */
  readonly path: string;
  readonly body?: object;
  /** Why the API would refuse it. */
  readonly refusal?: (object: ApiObject) => string | undefined;
}

const ended =
  (...states: readonly string[]) =>
  ({ status }: ApiObject): string | undefined =>
    states.includes(String(status)) ? `Already ${String(status)}` : undefined;
const ifTrue =
  (field: string, reason: string, field2 = field) =>
  (object: ApiObject): string | undefined =>
    object[field] === true || object[field2] === true ? reason : undefined;
const failedOr =
  (refusal: (object: ApiObject) => string | undefined) =>
  (object: ApiObject): string | undefined =>
    object['failure_code'] ? 'Already failed' : refusal(object);

const closed = ended('won', 'lost');
const registered = ended('successful', 'failed', 'expired');
const remove = (kind: string, refusal?: ObjectAction['refusal']): ObjectAction => ({
  label: `Delete ${kind}…`,
  done: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} deleted`,
  method: 'DELETE',
  path: '',
  ...(refusal && { refusal }),
});

/** The actions of each kind of object. */
const ACTIONS: Readonly<Record<string, readonly ObjectAction[]>> = {
  customers: [remove('customer')],
  cards: [remove('card')],
  chains: [
    {
      label: 'Revoke',
      done: 'Chain revoked',
      method: 'POST',
      path: '/revoke',
      refusal: ifTrue('revoked', 'Already revoked'),
    },
  ],
  disputes: [
    {
      label: 'Mark as won',
      done: 'Dispute won',
      method: 'PATCH',
      path: '/close',
      body: { status: 'won' },
      refusal: closed,
    },
    {
      label: 'Mark as lost',
      done: 'Dispute lost',
      method: 'PATCH',
      path: '/close',
      body: { status: 'lost' },
      refusal: closed,
    },
    { label: 'Accept', done: 'Dispute accepted', method: 'PATCH', path: '/accept', refusal: closed },
  ],
  linked_accounts: [
    {
      label: 'Mark as registered',
      done: 'Account registered',
      method: 'POST',
      path: '/mark_as_registered',
      refusal: registered,
    },
    {
      label: 'Mark as failed',
      done: 'Registration failed',
      method: 'POST',
      path: '/mark_as_failed',
      refusal: registered,
    },
  ],
  links: [remove('link')],
  schedules: [remove('schedule', ended('deleted', 'expired'))],
  recipients: [
    {
      label: 'Verify',
      done: 'Recipient verified',
      method: 'PATCH',
      path: '/verify',
      refusal: ifTrue('verified', 'Already verified'),
    },
    remove('recipient'),
  ],
  transfers: [
    {
      label: 'Mark as sent',
      done: 'Transfer sent',
      method: 'POST',
      path: '/mark_as_sent',
      refusal: failedOr(ifTrue('sent', 'Already sent')),
    },
    {
      label: 'Mark as paid',
      done: 'Transfer paid',
      method: 'POST',
      path: '/mark_as_paid',
      refusal: failedOr((object) =>
        object['sent'] === true ? ifTrue('paid', 'Already paid')(object) : 'Not sent yet',
      ),
    },
    {
      label: 'Mark as failed',
      done: 'Transfer failed',
      method: 'POST',
      path: '/mark_as_failed',
      body: { failure_code: 'transfer_failed' },
      refusal: failedOr(ifTrue('paid', 'Already paid')),
    },
    remove('transfer', failedOr(ifTrue('sent', 'Already sent'))),
  ],
};

interface ObjectActionsProps {
  readonly kind: string;
  readonly object: ApiObject;
  /** The path of the object on the control API. */
  readonly path: string;
  /** The title of the object. */
  readonly title: string;
}

/** The actions of an object, the primary one first. A deleted object has none. */
export function ObjectActions({ kind, object, path, title }: ObjectActionsProps): JSX.Element | null {
  const actions = ACTIONS[kind];
  if (!actions || object['deleted'] === true) return null;
  return (
    <>
      {actions.map(({ label, done, method, path: action, body, refusal }, index) => {
        const reason = refusal?.(object);
        if (reason !== undefined) return <Refused key={label} label={label} reason={reason} />;
        const question = {
          title: `Delete ${title}?`,
          consequence: `Deletes this ${(KINDS[kind]?.one ?? 'object').toLowerCase()}. The API answers later requests for it as for a deleted one.`,
          confirm: label.replace('…', ''),
        };
        return (
          <ActionButton
            key={label}
            call={{ method, path: `${path}${action}`, body }}
            done={done}
            question={method === 'DELETE' ? question : undefined}
            variant={index === 0 && method !== 'DELETE' ? 'filled' : 'default'}
          >
            {label}
          </ActionButton>
        );
      })}
    </>
  );
}
