import { Code, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { Json } from '../../ui/json';
import { pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Trouble } from '../../ui/trouble';
import { checkSignature, type Checked } from './signature';
import { SIGNATURE_SNIPPETS } from './signature-snippets';

export const REFUSED = 'Your endpoint rejected a valid signature';
/** Characters of a long intermediate value that are shown. */
const SHOWN = 300;

/** Verifies the signature of an attempt with the sandbox's secret. `body` is `undefined` until it is read. */
export function useSignature(
  { headers, number, delivery }: Schemas['Attempt'],
  body: string | undefined,
): UseQueryResult<Checked> {
  const { name } = usePlace();
  return useQuery({
    queryKey: ['signature', name, delivery, number, body],
    enabled: headers !== null && body !== undefined,
    queryFn: async () => {
      const sandbox = await answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } }));
      return checkSignature(headers ?? {}, body ?? '', sandbox.webhook_secret);
    },
  });
}

interface SignatureCheckProps {
  readonly headers: Schemas['Attempt']['headers'];
  readonly checked: Checked | undefined;
  readonly error: Error | null;
  /** True if the endpoint refused the signature. */
  readonly isRefused: boolean;
  /** The field for the endpoint's own signature, by the language of its code. */
  readonly yours: (language: string) => ReactNode;
}

/** The verdict on a signature, what is wrong with the endpoint's own, and how an endpoint verifies it. */
export function SignatureCheck({
  headers,
  checked,
  error,
  isRefused,
  yours,
}: SignatureCheckProps): JSX.Element {
  const place = usePlace();
  const [language, setLanguage] = useLocalStorage({
    key: 'tollgate-language',
    defaultValue: 'Node',
    getInitialValueInEffect: false,
  });
  if (headers === null) return <Text size="sm">The headers of this attempt were not stored.</Text>;
  if (error) return <Trouble error={error} what="the signature check" />;
  if (!checked) return <Skeleton h={120} />;
  const { steps, isGenuine } = checked;
  return (
    <Stack gap="xs">
      {isGenuine === undefined ? (
        <Text size="sm">Can't verify here. Browsers allow this only on localhost or HTTPS.</Text>
      ) : (
        <div>
          <Status
            of={isGenuine && !isRefused ? 'successful' : 'failed'}
            label={
              !isGenuine
                ? 'Signature invalid: your endpoint should reject it'
                : isRefused
                  ? REFUSED
                  : 'Signature valid'
            }
          />
        </div>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Language"
        data={Object.keys(SIGNATURE_SNIPPETS)}
        value={language}
        onChange={setLanguage}
        w="fit-content"
      />
      {isGenuine && yours(language)}
      <details>
        <summary>How it is computed</summary>
        <ol className="signature-steps">
          {steps.map(({ what, gives }) => (
            <li key={what}>
              {what}
              <Code className="breaks" block>
                {gives.length > SHOWN ? `${gives.slice(0, SHOWN)}…` : gives}
              </Code>
            </li>
          ))}
        </ol>
        <Link to={pathIn(place, '/settings')}>Show webhook secret</Link>
      </details>
      <Json of={SIGNATURE_SNIPPETS[language]} label={`Verify in ${language}`} />
    </Stack>
  );
}
