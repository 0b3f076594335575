import '@mantine/core/styles/Tabs.css';
import { Stack, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { CheckIcon, XIcon } from '@primer/octicons-react';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOfHttp } from '../../ui/tone';
import { Body } from '../../ui/body';
import { Facts } from '../../ui/facts';
import { HeaderTable } from '../../ui/header-table';
import { SignatureCheck, useSignature } from './signature-check';

type Attempt = Schemas['Attempt'];

/** The bytes of a response that are stored. */
const STORED = 1_024;

interface AttemptDetailsProps {
  readonly attempt: Attempt;
  /** As it was sent; `undefined` until it is read. */
  readonly body: string | undefined;
}

/** Response, request, signature and timing of an attempt. */
export function AttemptDetails({ attempt, body }: AttemptDetailsProps): JSX.Element {
  const { uri, headers, number, error } = attempt;
  const { data: signature, error: trouble } = useSignature(attempt, body);
  return (
    <Tabs
      defaultValue={error === null ? 'request' : 'response'}
      keepMounted={false}
      aria-label={`Attempt ${number}`}
    >
      <Tabs.List mb="xs" className="attempt-tabs">
        <Tabs.Tab value="response">Response</Tabs.Tab>
        <Tabs.Tab value="request">Request</Tabs.Tab>
        <Tabs.Tab value="signature">
          Signature <Verdict isGenuine={signature?.isGenuine} />
        </Tabs.Tab>
        <Tabs.Tab value="timing">Timing</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="response">
        <Response attempt={attempt} />
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
        <SignatureCheck headers={headers} checked={signature} error={trouble} />
      </Tabs.Panel>
      <Tabs.Panel value="timing">
        <Timing attempt={attempt} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** A mark on the tab, which shows the verdict before it is opened. */
function Verdict({ isGenuine }: { readonly isGenuine: boolean | undefined }): JSX.Element | null {
  if (isGenuine === undefined) return null;
  const Icon = isGenuine ? CheckIcon : XIcon;
  return (
    <span className="tone toned" data-tone={isGenuine ? 'good' : 'bad'}>
      <Icon size={14} />
      <VisuallyHidden component="span">{isGenuine ? 'valid' : 'invalid'}</VisuallyHidden>
    </span>
  );
}

function Response({ attempt: { answer, error } }: { readonly attempt: Attempt }): JSX.Element {
  return (
    <Stack gap="xs">
      <Text size="sm" component="div" className="breaks">
        {answer && (
          <Status of={String(answer.status)} tone={toneOfHttp(answer.status)} label={String(answer.status)} />
        )}{' '}
        {error ?? 'Delivered.'}
      </Text>
      {answer && (
        <Body
          text={answer.body}
          label={answer.body.length >= STORED ? 'Response body (first 1,024 bytes)' : 'Response body'}
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
