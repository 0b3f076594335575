import { Stack, Text, TextInput } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Facts } from '../../ui/facts';
import { Json } from '../../ui/json';
import { Trouble } from '../../ui/trouble';
import type { Diagnosis } from './signature-diagnosis';
import { SIGNATURE_LINES } from './signature-lines';
import type { SignaturePart } from './signature-changes';

interface YourSignatureProps {
  readonly diagnosis: Diagnosis | null | undefined;
  readonly error: Error | null;
  /** `undefined` while the field has what the response has. */
  readonly pasted: string | undefined;
  readonly onPaste: (value: string) => void;
  readonly language: string;
  /** Signatures in the header. */
  readonly count: number;
}

/** A field for the signature that the code of the endpoint computed, and the mistake that it shows. */
export function YourSignature({
  diagnosis,
  error,
  pasted,
  onPaste,
  language,
  count,
}: YourSignatureProps): JSX.Element {
  const found = pasted === undefined ? diagnosis?.value : undefined;
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        label="Your signature"
        description={
          found === undefined
            ? 'Paste the value that your code computed. It is compared with usual mistakes.'
            : 'Found in the response. You can paste another value that your code computed.'
        }
        placeholder="64 hex characters, or Base64"
        value={pasted ?? found ?? ''}
        error={diagnosis?.kind === 'unreadable' && 'Not 64 hex characters, nor Base64 of 32 bytes'}
        onChange={(change) => onPaste(change.currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        autoComplete="off"
      />
      {error && <Trouble error={error} what="the check of your signature" />}
      <div role="status" aria-label="Diagnosis">
        {diagnosis && <Verdict of={diagnosis} language={language} count={count} />}
      </div>
    </Stack>
  );
}

interface VerdictProps {
  readonly of: Diagnosis;
  readonly language: string;
  readonly count: number;
}

function Verdict({ of, language, count }: VerdictProps): ReactNode {
  const { kind, mistakes, size, sha256 } = of;
  switch (kind) {
    case 'unreadable':
      return null;
    case 'right':
      return (
        <Stack gap="xs">
          <Text size="sm">
            Your code computes the right signature, so its comparison or its check of the timestamp is at
            fault.{' '}
            {count > 1
              ? `Omise-Signature has ${count} signatures, separated by commas; compare with each of them.`
              : 'Compare the hex text with Omise-Signature, without decoding it.'}
          </Text>
          <Lines parts={['comparison']} language={language} />
        </Stack>
      );
    case 'other':
      return (
        <Stack gap="xs">
          <Text size="sm">
            This is another of the {count} signatures in Omise-Signature, made with another secret. Compute
            your own with the secret of this sandbox, and compare it with each of them.
          </Text>
          <Lines parts={['comparison']} language={language} />
        </Stack>
      );
    case 'mistaken':
      return (
        <Stack gap="xs">
          {mistakes.map(({ says }) => (
            <Text key={says} size="sm" fw={600} className="breaks">
              {says}
            </Text>
          ))}
          <Lines parts={mistakes.map(({ part }) => part)} language={language} />
        </Stack>
      );
    case 'unknown':
      return (
        <Stack gap="xs">
          <Text size="sm">
            No usual mistake gives this value. Compare the bytes that your code signs: timestamp, dot and
            body.
          </Text>
          <Facts
            of={[
              ['Length', `${size.toLocaleString('en')} bytes`],
              ['SHA-256', <span key="sha256" className="breaks" children={sha256} />],
            ]}
          />
        </Stack>
      );
  }
}

interface LinesProps {
  readonly parts: readonly SignaturePart[];
  readonly language: string;
}

/** The corrected lines of code. */
function Lines({ parts, language }: LinesProps): JSX.Element {
  const lines = [...new Set(parts)].map((part) => SIGNATURE_LINES[language]?.[part]);
  return <Json of={lines.join('\n')} label={`Corrected in ${language}`} />;
}
