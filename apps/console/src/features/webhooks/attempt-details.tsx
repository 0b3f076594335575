import '@mantine/core/styles/Tabs.css';
import { Button, Stack, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { AlertIcon, CheckIcon, XIcon } from '@primer/octicons-react';
import { useState, type JSX, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOfHttp } from '../../ui/tone';
import { Body } from '../../ui/body';
import { Facts } from '../../ui/facts';
import { HeaderTable } from '../../ui/header-table';
import { REFUSED, SignatureCheck, useSignature } from './signature-check';
import { useDiagnosis, type Diagnosis } from './signature-diagnosis';
import { isSignatureRefusal } from './signature-rejection';
import { YourSignature } from './your-signature';

type Attempt = Schemas['Attempt'];

/** The bytes of a response that are stored, by whether the attempt failed. */
const STORED = { failed: 8_192, delivered: 1_024 } as const;

interface AttemptDetailsProps {
  readonly attempt: Attempt;
  /** As it was sent; `undefined` until it is read. */
  readonly body: string | undefined;
}

/** Response, request, signature and timing of an attempt. */
export function AttemptDetails({ attempt, body }: AttemptDetailsProps): JSX.Element {
  const { uri, headers, number, error } = attempt;
  const [tab, setTab] = useState<string | null>(error === null ? 'request' : 'response');
  const [pasted, paste] = useState<string>();
  const { data: signature, error: trouble } = useSignature(attempt, body);
  const diagnosis = useDiagnosis(attempt, body, signature, pasted);
  const isRefused = signature?.isGenuine === true && isSignatureRefusal(attempt.answer);
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} aria-label={`Attempt ${number}`}>
      <Tabs.List mb="xs" className="attempt-tabs">
        <Tabs.Tab value="response">Response</Tabs.Tab>
        <Tabs.Tab value="request">Request</Tabs.Tab>
        <Tabs.Tab value="signature">
          Signature <Verdict isGenuine={signature?.isGenuine} isRefused={isRefused} />
        </Tabs.Tab>
        <Tabs.Tab value="timing">Timing</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="response">
        <Response attempt={attempt}>
          {isRefused && <Refused diagnosis={diagnosis.data} onShow={() => setTab('signature')} />}
        </Response>
      </Tabs.Panel>
      <Tabs.Panel value="request">
        <Stack gap="xs">
          <Text size="sm" className="breaks">
            <b>POST</b> {uri}
          </Text>
          {body !== undefined && <Body text={body} label="Request body" />}
          <HeaderTable label="Request headers" headers={headers} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="signature">
        <SignatureCheck
          headers={headers}
          checked={signature}
          error={trouble}
          isRefused={isRefused}
          yours={(language) => (
            <YourSignature
              diagnosis={diagnosis.data}
              error={diagnosis.error}
              pasted={pasted}
              onPaste={paste}
              language={language}
              count={signature?.signatures.length ?? 1}
            />
          )}
        />
      </Tabs.Panel>
      <Tabs.Panel value="timing">
        <Timing attempt={attempt} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface VerdictProps {
  readonly isGenuine: boolean | undefined;
  readonly isRefused: boolean;
}

/** A mark on the tab, which shows the verdict before it is opened. */
function Verdict({ isGenuine, isRefused }: VerdictProps): JSX.Element | null {
  if (isGenuine === undefined) return null;
  const [Icon, tone, words] = isRefused
    ? ([AlertIcon, 'retrying', 'valid, but rejected'] as const)
    : isGenuine
      ? ([CheckIcon, 'good', 'valid'] as const)
      : ([XIcon, 'bad', 'invalid'] as const);
  return (
    <span className="tone toned" data-tone={tone}>
      <Icon size={14} />
      <VisuallyHidden component="span">{words}</VisuallyHidden>
    </span>
  );
}

interface RefusedProps {
  readonly diagnosis: Diagnosis | null | undefined;
  readonly onShow: () => void;
}

/** Says that the endpoint is at fault, and the mistake if it is known. */
function Refused({ diagnosis, onShow }: RefusedProps): JSX.Element {
  const said = diagnosis?.mistakes.map(({ says }) => says).join(' ');
  return (
    <div className="webhook-notice tone" data-tone="retrying">
      <Text size="sm" className="breaks">
        <b>{REFUSED}.</b> {said}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onShow}>
        {said ? 'Show fix' : 'Find mistake'}
      </Button>
    </div>
  );
}

interface ResponseProps {
  readonly attempt: Attempt;
  readonly children: ReactNode;
}

function Response({ attempt: { answer, error }, children }: ResponseProps): JSX.Element {
  const stored = STORED[error === null ? 'delivered' : 'failed'];
  return (
    <Stack gap="xs">
      <Text size="sm" component="div" className="breaks">
        {answer && (
          <Status of={String(answer.status)} tone={toneOfHttp(answer.status)} label={String(answer.status)} />
        )}{' '}
        {error ?? 'Delivered.'}
      </Text>
      {children}
      {answer && (
        <Body
          text={answer.body}
          label={
            answer.body.length >= stored
              ? `Response body (first ${stored.toLocaleString('en')} bytes)`
              : 'Response body'
          }
        />
      )}
      {answer && (
        <details>
          <summary>Response headers</summary>
          <HeaderTable label="Response headers" headers={answer.headers} />
        </details>
      )}
    </Stack>
  );
}

/** Milliseconds since the start of the attempt. */
function Timing({
  attempt: { timings, at, machine_at: machineAt, address },
}: {
  readonly attempt: Attempt;
}): JSX.Element {
  const ms = (value: number | null): string => (value === null ? '–' : `${value} ms`);
  return (
    <Facts
      of={[
        ['Started', <Time key="at" at={at} machineAt={machineAt ?? undefined} isExact />],
        ['Connected after', ms(timings.connect)],
        ['First byte after', ms(timings.first_byte)],
        ['Total', ms(timings.total)],
        ['Address', address ?? '–'],
      ]}
    />
  );
}
