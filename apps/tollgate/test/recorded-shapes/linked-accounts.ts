import { choice, constant, except, flag, free, nullable, object, text } from '../shapes.js';
import { address, id, path, time } from './common.js';

export const linkedAccount = object({
  object: constant('linked_account'),
  id: id('lnac'),
  livemode: flag,
  location: path('/linked_accounts/{lnac}'),
  registration_uri: address('/linked_accounts/{lnac}/register'),
  return_uri: text(/^https?:/),
  type: choice('direct_debit_bay', 'direct_debit_kbank', 'direct_debit_ktb', 'direct_debit_scb'),
  status: except(choice('pending', 'successful', 'failed', 'expired', 'deleted'), {
    deleted: 'no way to it is known (LA1)',
  }),
  last_digits: nullable(text(/^\d{4}$/)),
  metadata: free,
  failure_code: nullable(choice('payment_rejected', 'failed_processing', 'invalid_account')),
  failure_message: nullable(text(/./)),
  registered_at: nullable(time),
  expires_at: time,
  created_at: time,
});
