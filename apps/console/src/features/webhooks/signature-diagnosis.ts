import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, SESSION, type Schemas } from '../../api/client';
import { usePlace } from '../../ui/place';
import { readSignature, signaturesIn } from './computed-signature';
import { fingerprintOf, signatureHeaders, type Checked } from './signature';
import type { SignatureMistake, SignedWebhook } from './signature-changes';
import { findMistakes } from './signature-mistakes';

/** Other sandboxes whose secrets are tried. */
const OTHERS = 20;

/** Why the code of an endpoint computes another signature. */
export interface Diagnosis {
  /** As it was pasted, or found in the response. */
  readonly value: string;
  /**
   * `right`: the signature itself. `other`: another one in the header. `unreadable`: no signature. `unknown`:
   * no usual mistake gives it.
   */
  readonly kind: 'right' | 'other' | 'unreadable' | 'unknown' | 'mistaken';
  readonly mistakes: readonly SignatureMistake[];
  /** Of the signed text. */
  readonly size: number;
  readonly sha256: string;
}

/**
 * Tries the usual mistakes on a pasted value, or else on the signatures in the response. `null` without any.
 * Secrets stay within the query.
 */
export function useDiagnosis(
  { headers, number, delivery, answer }: Schemas['Attempt'],
  body: string | undefined,
  checked: Checked | undefined,
  pasted: string | undefined,
): UseQueryResult<Diagnosis | null> {
  const { name } = usePlace();
  const queries = useQueryClient();
  const known = checked?.expected === undefined ? [] : [...checked.signatures, checked.expected];
  const values = pasted === undefined ? signaturesIn(answer?.body ?? '', known) : [pasted];
  return useQuery({
    queryKey: ['signature-diagnosis', name, delivery, number, body, values],
    enabled: body !== undefined && checked?.isGenuine === true,
    queryFn: async () => {
      if (values.every((value) => value.trim() === '')) return null;
      const sandbox = await answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } }));
      const { access } = await queries.fetchQuery(SESSION);
      const others = access === 'installation' ? await secretsOfOthers(name) : {};
      const { timestamp, sandboxTime, signatures } = signatureHeaders(headers ?? {});
      const webhook: SignedWebhook = {
        body: body ?? '',
        timestamp,
        sandboxTime,
        secret: sandbox.webhook_secret,
        others: { ...keysOf(sandbox), ...others },
      };
      const fingerprint = await fingerprintOf(`${timestamp}.${webhook.body}`);
      const tried = [];
      for (const value of values)
        tried.push({ value, ...fingerprint, ...(await verdictOn(value, webhook, signatures)) });
      return tried.find(({ kind }) => kind === 'mistaken') ?? tried[0] ?? null;
    },
  });
}

async function verdictOn(
  value: string,
  webhook: SignedWebhook,
  signatures: readonly string[],
): Promise<Pick<Diagnosis, 'kind' | 'mistakes'>> {
  const computed = readSignature(value);
  if (!computed) return { kind: 'unreadable', mistakes: [] };
  const mistakes = await findMistakes(computed, webhook);
  if (mistakes) return { kind: mistakes.length === 0 ? 'right' : 'mistaken', mistakes };
  return { kind: signatures.includes(value.trim()) ? 'other' : 'unknown', mistakes: [] };
}

function keysOf({ test, live }: Schemas['Sandbox']): Record<string, string> {
  return {
    'the secret API key of test mode': test.secret_key,
    'the secret API key of live mode': live.secret_key,
    'the public API key of test mode': test.public_key,
    'the public API key of live mode': live.public_key,
  };
}

/** The webhook secrets of the sandboxes used last. */
async function secretsOfOthers(name: string): Promise<Record<string, string>> {
  const query = { limit: OTHERS, sort: 'last_used' };
  const { data } = await answerOf(api.GET('/api/sandboxes', { params: { query } }));
  return Object.fromEntries(
    data
      .filter((sandbox) => sandbox.name !== name)
      .map((sandbox) => [`the secret of sandbox ${sandbox.name}`, sandbox.webhook_secret]),
  );
}
