import type { EffectParams } from '#engine/faults/rules/fault-effect.js';
import type { ExamCase, ExamStep } from './exam-case.js';
import { ACCEPTED, COMPLETE, PAID, PAID_ORDER } from './exam-steps.js';

/** A changed webhook must be refused, and the genuine one accepted afterwards. */
function refused(as: EffectParams): readonly ExamStep[] {
  return [
    ...PAID_ORDER,
    { ...COMPLETE, as },
    { expect: 'refused' },
    COMPLETE,
    ACCEPTED,
    { expect: 'paid', optional: true },
  ];
}

/** Cases about the verification of signatures. */
export const SIGNATURE_CASES: readonly ExamCase[] = [
  {
    name: 'no-signature',
    title: 'Refuses an event without a signature',
    why: 'Anyone who finds the URL can send an event. Only the signature shows who sent it.',
    steps: refused({ no_signature: 1 }),
  },
  {
    name: 'wrong-signature',
    title: 'Refuses an event with a wrong signature',
    why: 'A header that is present proves nothing. The shop must compute the signature with its own secret and compare.',
    steps: refused({ wrong_signature: 1 }),
  },
  {
    name: 'changed-body',
    title: 'Refuses a body that was changed after signing',
    why: 'The signature covers the bytes of the body. A shop that checks anything else accepts a changed body.',
    steps: refused({ corrupt_body: 1 }),
  },
  {
    name: 'stale-timestamp',
    title: 'Refuses an event that was signed an hour ago',
    why: 'A recorded event can be replayed. The signed timestamp limits that to minutes.',
    steps: refused({ stale: 1 }),
  },
  {
    name: 'two-signatures',
    title: 'Accepts an event with two signatures, of which one is right',
    why: 'While a secret is rotated, the header has a signature of each secret, separated by a comma. A shop that compares only one of them loses events.',
    steps: [
      ...PAID_ORDER,
      { ...COMPLETE, as: { wrong_signature: 1 } },
      {
        expect: 'not accepted',
        otherwise: 'The endpoint accepts a wrong signature, so it would accept any two: see wrong-signature.',
      },
      { ...COMPLETE, as: { two_signatures: 1 } },
      ACCEPTED,
      PAID,
    ],
  },
];

/** The last case: the shop is started again for it. */
export const NO_SECRET_CASE: ExamCase = {
  name: 'no-secret',
  title: 'Refuses events while it has no webhook secret',
  why: 'A setting is forgotten at a deployment. A shop that then skips its check, or checks with an empty or a published secret, accepts what anyone sends.',
  steps: [
    { do: 'restart' },
    ...PAID_ORDER,
    { ...COMPLETE, as: { wrong_signature: 1 } },
    { expect: 'refused' },
    { ...COMPLETE, as: 'empty secret' },
    { expect: 'refused' },
    { ...COMPLETE, as: 'published secret' },
    { expect: 'refused' },
    { ...COMPLETE, as: 'secret unset' },
    {
      expect: 'not accepted',
      otherwise:
        'The shop still accepts a genuine event, so it has its webhook secret from elsewhere. Let it read TOLLGATE_WEBHOOK_SECRET.',
    },
  ],
};
