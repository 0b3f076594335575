import './webhook.css';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { REFRESH_MS } from '../../lists/long-list';
import { gistOf } from '../../ui/answer-gist';
import { pathIn, usePlace } from '../../ui/place';
import { responseWords } from '../../ui/words';
import { MOST_RESENT, ResendMany } from './resend';

type FailingEndpoint = Schemas['FailingEndpoint'];
type EndpointResponse = Schemas['EndpointResponse'];

/** Endpoints with a banner, and responses that a banner names. */
const MOST_ENDPOINTS = 3;
const MOST_RESPONSES = 4;
/** Characters of a response. */
const GIST_LENGTH = 60;

/** The endpoints that keep failing, those with the most undelivered webhooks first. */
export function useFailingEndpoints(): readonly FailingEndpoint[] {
  const { name, mode } = usePlace();
  const query = { livemode: String(mode === 'live') };
  const failing = useQuery({
    queryKey: ['deliveries', name, mode, 'failing'],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/deliveries/failing', { params: { path: { name }, query } })),
    refetchInterval: every(REFRESH_MS),
  });
  return failing.data?.data ?? [];
}

interface FailingEndpointsProps {
  readonly of: readonly FailingEndpoint[];
  /** The endpoint that the list is filtered by. */
  readonly filtered: string | undefined;
}

/** A banner for each endpoint that keeps failing: how it responds, and how to resend its webhooks. */
export function FailingEndpoints({ of, filtered }: FailingEndpointsProps): JSX.Element {
  return (
    <>
      {of.slice(0, MOST_ENDPOINTS).map((endpoint) => (
        <Banner key={endpoint.uri} of={endpoint} isFiltered={endpoint.uri === filtered} />
      ))}
      {of.length > MOST_ENDPOINTS && (
        <Text size="sm" mb="sm">
          {of.length === MOST_ENDPOINTS + 1
            ? '1 more endpoint fails.'
            : `${of.length - MOST_ENDPOINTS} more endpoints fail.`}
        </Text>
      )}
    </>
  );
}

interface BannerProps {
  readonly of: FailingEndpoint;
  readonly isFiltered: boolean;
}

function Banner({ of, isFiltered }: BannerProps): JSX.Element {
  const place = usePlace();
  const { uri, retrying, exhausted, responses, deliveries } = of;
  const status = exhausted === 0 ? { status: 'retrying' } : retrying === 0 ? { status: 'exhausted' } : {};
  const left = responses.slice(MOST_RESPONSES).reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="webhook-notice tone" data-tone="bad" aria-label={`Failing endpoint: ${uri}`}>
      <Text size="sm" className="breaks">
        <b>{uri}</b> fails:{' '}
        {responses.slice(0, MOST_RESPONSES).map((response, index) => (
          <span key={`${response.status} ${response.error}`}>
            {index > 0 && ', '}
            <Response of={response} />
          </span>
        ))}
        {left > 0 && `, others ×${left.toLocaleString('en')}`}
      </Text>
      <Group gap="xs">
        <ResendMany of={{ ids: deliveries.slice(0, MOST_RESENT) }} count={deliveries.length}>
          {`Resend ${deliveries.length.toLocaleString('en')}`}
        </ResendMany>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={pathIn(place, '/webhooks')}
          search={(isFiltered ? {} : { uri, ...status }) as never}
        >
          {isFiltered ? 'Show all' : 'Show only these'}
        </Button>
      </Group>
    </section>
  );
}

/** "500 PG::ConnectionBad: no server ×4". */
function Response({ of: { status, error, body, count } }: { readonly of: EndpointResponse }): JSX.Element {
  const gist = gistOf(body ?? '');
  return (
    <>
      <span title={error}>{responseWords(status, error)}</span>{' '}
      {gist && (
        <code title={gist}>{gist.length > GIST_LENGTH ? `${gist.slice(0, GIST_LENGTH)}…` : gist}</code>
      )}{' '}
      {`×${count.toLocaleString('en')}`}
    </>
  );
}
