import { Anchor, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { every, isAbsent } from '../../api/client';
import { make } from '../../api/curl';
import { LISTS } from '../../api/generated/kinds';
import type { Listed } from '../../lists/listed-objects';
import { emulatedPathOf, isListName, KINDS } from '../../lists/kinds';
import { Facts, FactsLine } from '../../ui/facts';
import { ObjectActions } from './object-actions';
import { objectFacts } from './object-facts';
import { EMBEDDED, ObjectLists } from './object-lists';
import { titleOfObject, type ApiObject } from './object-words';
import { Related } from './related';
import { Attention } from '../story/attention';
import { Story } from '../story/story';
import { StoryInspector } from '../story/story-inspector';
import { StorySkeleton } from '../story/story-skeleton';
import { useTimeline } from '../timeline/timeline';
import { Copy } from '../../ui/copy';
import { IdText } from '../../ui/id-text';
import { useOpened } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { PageHeader } from '../../ui/page-header';
import { emulatedPath, sandboxPath, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { Together } from '../../ui/together';
import { ObjectTrouble } from '../../ui/trouble';
import { labelOf } from '../../ui/words';

type Found = Listed<'refunds' | 'sources' | 'tokens'>;

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;
/** Their payments are known to their lists alone. */
const FOUND_BY_LIST = ['sources', 'tokens', 'refunds'];

/** An object of the emulated API: what it is, its actions, its lists and its timeline. */
export function OneObject(): JSX.Element {
  const place = usePlace();
  const { kind = 'cards', id = '', customer } = useParams({ strict: false });
  const found = useFound(kind, id);
  const charge = found.data?.charge;
  const path = `${emulatedPath(place)}/${pathOf(kind, customer, charge)}/${id}`;
  const one = useQuery({
    queryKey: [path],
    queryFn: () => make({ method: 'GET', path }) as Promise<ApiObject>,
    refetchInterval: every(REFRESH_MS),
    // The API has refunds below their charges only.
    enabled: kind !== 'refunds' || !found.isPending,
  });
  const object = one.data;
  // A deleted object is shown as it was.
  const isGone = object !== undefined && isAbsent(one.error);
  const error = isGone ? found.error : (one.error ?? found.error);

  const title = object ? titleOfObject(kind, object) : nameOfKind(kind);
  // All are requested at the same time.
  useTimeline({ object: id, related: 'true' });
  return (
    <>
      <PageHeader title={title} beside={object && <State of={object} isGone={isGone} />} />
      {error && <ObjectTrouble error={error} what={id} list={listOf(kind)} />}
      {(object || !error) && (
        <Together key={id} isKnown={object !== undefined} skeleton={<StorySkeleton />}>
          {object && (
            <ObjectParts kind={kind} object={object} found={found.data} path={path} isGone={isGone} />
          )}
        </Together>
      )}
    </>
  );
}

interface ObjectPartsProps {
  readonly kind: string;
  readonly object: ApiObject;
  readonly found: Found | null | undefined;
  /** The path of the object on the control API. */
  readonly path: string;
  readonly isGone: boolean;
}

/** The facts of an object below its title. */
function ObjectParts({ kind, object, found, path, isGone }: ObjectPartsProps): JSX.Element {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false });
  const { opened } = useOpened();
  return (
    <Stack gap="sm">
      <FactsLine>
        {nameOfKind(kind)}
        {typeof object['created_at'] === 'string' && (
          <>
            Created <Time at={object['created_at']} />
          </>
        )}
        <>
          <IdText id={id} isShort={false} /> <Copy text={id} label="Copy ID" hasKey />
        </>
      </FactsLine>
      <Group gap="xs">
        {!isGone && (
          <ObjectActions kind={kind} object={object} path={path} title={titleOfObject(kind, object)} />
        )}
        <CustomerPage of={object} />
      </Group>
      <Attention of={id} />
      <div className="with-side" data-open={opened !== undefined || undefined}>
        <Stack gap="sm">
          <ObjectLists kind={kind} object={object} />
          <div>
            <Title order={2} mb="xs">
              Timeline
            </Title>
            <Paper withBorder>
              <Story of={id} />
            </Paper>
          </div>
        </Stack>
        {opened ? (
          <StoryInspector id={opened} />
        ) : (
          <Stack gap="sm">
            <Title order={2}>Details</Title>
            <Facts of={objectFacts(object, place)} />
            <Related to={id} of={[withoutLists(kind, object), found]} />
            <Json of={object} label="JSON" isFolded />
          </Stack>
        )}
      </div>
    </Stack>
  );
}

/** The list of the kind, and its title. Kinds without one lead to payments. */
function listOf(kind: string): readonly [path: string, plural: string] {
  return isListName(kind) ? [`/objects/${kind}`, LISTS[kind].title.toLowerCase()] : ['/payments', 'payments'];
}

function nameOfKind(kind: string): string {
  return KINDS[kind]?.one ?? labelOf(kind.replace(/s$/, ''));
}

/** The object in its list, which knows the payment of a source, a token or a refund. */
function useFound(kind: string, id: string): UseQueryResult<Found | null> {
  const { name, mode } = usePlace();
  const path = `${sandboxPath({ name })}/objects/${kind}?search=${id}&livemode=${mode === 'live'}`;
  return useQuery({
    queryKey: [path],
    queryFn: async () =>
      ((await make({ method: 'GET', path })) as { data: readonly Listed<'refunds'>[] }).data[0] ?? null,
    enabled: FOUND_BY_LIST.includes(kind),
  });
}

function pathOf(kind: string, customer: string | undefined, charge: string | null | undefined): string {
  if (customer) return `customers/${customer}/cards`;
  return kind === 'refunds' && charge ? `charges/${charge}/refunds` : emulatedPathOf(kind);
}

function State({
  of: { status, deleted: isDeleted },
  isGone,
}: {
  readonly of: ApiObject;
  readonly isGone: boolean;
}): JSX.Element {
  return (
    <>
      {typeof status === 'string' && <Status of={status} />}
      {(isDeleted === true || isGone) && <Status of="deleted" />}
    </>
  );
}

/** The page where the customer of a link, a checkout session or a linked account continues. */
function CustomerPage({ of }: { readonly of: ApiObject }): JSX.Element | null {
  const page = of['payment_uri'] ?? of['redirect_url'] ?? of['registration_uri'];
  if (typeof page !== 'string') return null;
  return (
    <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
      Open customer page ↗
    </Anchor>
  );
}

/** The object without what its lists show. */
function withoutLists(kind: string, object: ApiObject): ApiObject {
  const shown = (EMBEDDED[kind] ?? []).map(([field]) => field);
  return Object.fromEntries(Object.entries(object).filter(([field]) => !shown.includes(field)));
}
