import './shops.css';
import { Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Body } from '../../ui/body';
import { HeaderTable } from '../../ui/header-table';
import { Status } from '../../ui/status';
import { clockText, fullTime } from '../../ui/time-text';
import { toneOfHttp } from '../../ui/tone';
import { labelOf } from '../../ui/words';
import { isOfCaller } from './shop-words';

type Entry = Schemas['ShopEntry'];
type Message = Schemas['ShopMessage'];

/** The characters of a body that are stored. */
const STORED = 4_096;

/** The steps of a run and its exchanges with the shop. */
export function Exchanges({ of }: { readonly of: readonly Entry[] }): JSX.Element {
  return (
    <ol className="run-entries">
      {of.map((entry, index) => (
        <li key={index}>
          <Exchange of={entry} />
        </li>
      ))}
    </ol>
  );
}

/** A step as a line, and an exchange with its request and its response on demand. */
function Exchange({ of }: { readonly of: Entry }): JSX.Element {
  const { kind, text, at, request, response, duration_ms: ms } = of;
  const line = (
    <span className="breaks">
      <time dateTime={at} title={`${fullTime(at)} on your machine\n${at}`} className="numbers whole">
        {clockText(new Date(at))}
      </time>{' '}
      <Text span size="xs" c="dimmed">
        {labelOf(kind)}
      </Text>{' '}
      {text} {response && <Response of={of} />}{' '}
      {ms !== null && <span className="numbers whole">{ms} ms</span>}
    </span>
  );
  if (request === null && response === null) return line;
  return (
    <details>
      <summary>{line}</summary>
      <Stack gap="xs" py="xs">
        {request?.line && (
          <Text size="sm" className="breaks">
            {request.line}
          </Text>
        )}
        {request && <Parts of={request} what="Request" />}
        {response && <Parts of={response} what="Response" />}
      </Stack>
    </details>
  );
}

/** The status. A caller answers without one. */
function Response({ of: { request, response } }: { readonly of: Entry }): JSX.Element | null {
  if (response?.status == null && request?.line && isOfCaller(request.line)) return null;
  return (
    <Status
      of="response"
      tone={toneOfHttp(response?.status)}
      label={String(response?.status ?? 'No response')}
    />
  );
}

function Parts({
  of: { headers, body },
  what,
}: {
  readonly of: Message;
  readonly what: string;
}): JSX.Element {
  const isCut = body !== null && body.length > STORED;
  return (
    <>
      {headers && (
        <details>
          <summary>{what} headers</summary>
          <HeaderTable label={`${what} headers`} headers={headers} />
        </details>
      )}
      {body !== null && (
        <Body text={body} label={`${what} body${isCut ? ' (first 4,096 characters)' : ''}`} />
      )}
    </>
  );
}
