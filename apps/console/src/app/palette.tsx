import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { SearchIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, type JSX, type KeyboardEvent, type RefObject } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { findObjects } from '../lists/listed-objects';
import { pageOf, pageOfCard } from '../lists/kinds';
import { useOrderKey } from '../lists/order-key';
import { deliveryStatusOf } from '../features/webhooks/delivery-status';
import { useAct, type Action } from '../ui/action-button';
import { advanceText } from '../ui/advance';
import { copyText } from '../ui/copy-text';
import { useCopyCurl, useCurl } from '../ui/curl';
import { moneyText } from '../ui/money-text';
import { notifyDone, notifyFailed } from '../ui/notify';
import { LIST, pathIn, sandboxPath, usePlace, type Place } from '../ui/place';
import { useSandboxStatus } from '../ui/sandbox-status';
import { cardText, labelOf } from '../ui/words';
import { PAGES } from './pages';
import { LAST_RANK, ranked, rankOf, type Matched } from './ranks';

const PAUSE_MS = 150;
const RESULTS = 5;

/** The typed text. Keys pressed while the palette loads and opens are part of it. */
export interface Typed {
  readonly text: string;
  /** True after Enter. */
  readonly isEntered: boolean;
}

interface PaletteProps {
  /** A count that rises with each opening. */
  readonly openings: number;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  /** Called once its field has the focus, or it is closed. */
  readonly onReady: () => void;
  /** Undefined for users who have one sandbox only. */
  readonly onCreateSandbox: (() => void) | undefined;
}

/**
 * One field for everything: an id leads to its page, words are searched in payments, customers and webhooks,
 * and actions are found by their names.
 */
export default function Palette({
  openings,
  typed: { text: query, isEntered },
  onType,
  onReady,
  onCreateSandbox,
}: PaletteProps): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const base = `/sandboxes/${place.name}/${place.mode}`;
  const go = (to: string): void => void navigate({ to });
  const { toggleColorScheme } = useMantineColorScheme();
  const { groups, isPending } = useFound(place, query.trim());
  const isShift = useRef(false);
  const actions: readonly SpotlightActionData[] = [
    ...useActions(place, isShift),
    { id: 'save', label: 'Save snapshot…', onClick: () => go(`${base}/snapshots`) },
    ...(onCreateSandbox
      ? [
          { id: 'create', label: 'Create sandbox…', onClick: onCreateSandbox },
          { id: 'switch', label: 'Switch sandbox…', onClick: () => go(`${base}${LIST}`) },
        ]
      : []),
    { id: 'theme', label: 'Switch between dark and light mode', onClick: toggleColorScheme },
  ];
  useEffect(() => {
    if (openings > 0) spotlight.open();
  }, [openings]);

  const page = pageOf(query.trim(), place) ?? requestPage(query.trim(), place);
  const words = query.trim().toLowerCase();
  const fits = (label: string): boolean => label.toLowerCase().includes(words);
  const found: SpotlightActionGroupData[] = [
    ...(page
      ? [{ group: 'Object', actions: [{ id: 'object', label: query.trim(), onClick: () => go(page) }] }]
      : []),
    ...groups.map(({ group, results }) => ({
      group,
      actions: results.map(({ id, label, description, to }) => ({
        id: `${group} ${id}`,
        label,
        description,
        onClick: () => go(to),
      })),
    })),
    {
      group: 'Go to',
      actions: PAGES.filter(({ label }) => fits(label)).map(
        ({ path, label, icon: Icon }): SpotlightActionData => ({
          id: `page ${path}`,
          label,
          leftSection: <Icon size={16} />,
          onClick: () => go(`${base}${path}`),
        }),
      ),
    },
    { group: 'Actions', actions: actions.filter(({ label }) => fits(label ?? '')) },
  ].filter((group) => group.actions.length > 0);

  // Enter may come before the answer: the first result is opened once it is there.
  const openFirst = (): void => found[0]?.actions[0]?.onClick?.({} as never);
  const openEntered = useEffectEvent(() => {
    onType({ text: '', isEntered: false });
    openFirst();
    spotlight.close();
    onReady();
  });
  useEffect(() => {
    if (isEntered && !isPending) openEntered();
  }, [isEntered, isPending]);
  const onKeyDown = (event: KeyboardEvent): void => {
    isShift.current = event.key === 'Enter' && event.shiftKey;
    if (event.key !== 'Enter') return;
    // New results have lost the selection.
    const isSelected = document.querySelector('[role=dialog] [data-selected]') !== null;
    if (!isPending && isSelected) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPending) onType({ text: query, isEntered: true });
    else if (found.length > 0) {
      openFirst();
      spotlight.close();
    }
  };
  return (
    <Spotlight
      query={query}
      onQueryChange={(text) => onType({ text, isEntered: false })}
      onSpotlightClose={() => onType({ text: query, isEntered: false })}
      filter={() => found}
      actions={found}
      shortcut={null}
      scrollable
      maxHeight={420}
      title="Search or jump to"
      styles={{ header: { minHeight: 0, padding: '12px 16px 4px' } }}
      nothingFound={isPending ? 'Searching…' : 'No match'}
      searchProps={{
        leftSection: <SearchIcon />,
        placeholder: 'An order, an ID, a name, a page or an action',
        'aria-label': 'Search or jump to',
        onKeyDownCapture: onKeyDown,
        onFocus: onReady,
      }}
    />
  );
}

/** The page of a request of the log. */
function requestPage(id: string, place: Place): string | undefined {
  return id.startsWith('req_') ? pathIn(place, `/requests/${id}`) : undefined;
}

interface Result {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly to: string;
}

interface Found {
  readonly groups: readonly { readonly group: string; readonly results: readonly Result[] }[];
  /** True until the typed words are answered. */
  readonly isPending: boolean;
}

function useFound(place: Place, typed: string): Found {
  const { name, mode } = place;
  const [orderKey = 'order'] = useOrderKey();
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const base = `/sandboxes/${name}/${mode}`;
  const asked = { limit: RESULTS, before: 'end', search, livemode: String(mode === 'live') };
  const answers = useQuery({
    queryKey: ['palette', name, mode, search, orderKey],
    enabled: search.length > 1,
    queryFn: () =>
      Promise.all([
        findObjects(name, 'charges', asked),
        // The latest that match need not be those of the order.
        findObjects(name, 'charges', { ...asked, search: undefined, metadata: { [orderKey]: search } }),
        findObjects(name, 'customers', asked),
        // Its page is below that of its customer, whom the id does not name.
        search.startsWith('card_') ? findObjects(name, 'cards', asked) : { data: [] },
        answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query: asked } })),
      ]),
    placeholderData: keepPreviousData,
  });
  const isPending = typed.length > 1 && (typed !== search || answers.isPlaceholderData || answers.isPending);
  if (typed.length < 2 || !answers.data) return { groups: [], isPending };
  const [charges, ofOrder, customers, cards, webhooks] = answers.data;
  const payments = new Map([...charges.data, ...ofOrder.data].map((charge) => [charge.id, charge]));
  const groups = [
    groupOf(
      'Payments',
      search,
      [...payments.values()],
      ({ id, amount, currency, status, method, metadata }) => ({
        id,
        label: [amount !== null && currency ? moneyText({ amount, currency }) : id, labelOf(method)].join(
          ' · ',
        ),
        description: [status && labelOf(status), ...Object.values(metadata).map(String), id]
          .filter(Boolean)
          .join(' · '),
        to: `${base}/payments/${id}`,
      }),
    ),
    groupOf('Customers', search, customers.data, ({ id, email, description }) => ({
      id,
      label: email ?? description ?? id,
      description: id,
      to: `${base}/objects/customers/${id}`,
    })),
    groupOf('Cards', search, cards.data, ({ id, customer, ...card }) => ({
      id,
      label: `${cardText(card)} · ${card.name}`,
      description: id,
      to: pageOfCard(id, customer ?? '', place),
    })),
    groupOf('Webhooks', search, webhooks.data, ({ id, key, object_id: objectId, ...delivery }) => ({
      id,
      label: `${key} · ${labelOf(deliveryStatusOf(delivery))}`,
      description: objectId,
      to: `${base}/webhooks/${id}`,
    })),
  ];
  return { groups: groups.toSorted((one, other) => one.rank - other.rank), isPending };
}

/** The best of these, which the API returns oldest first. */
function groupOf<One extends Matched>(
  group: string,
  search: string,
  found: readonly One[],
  resultOf: (one: One) => Result,
) {
  const best = ranked(search, found.toReversed()).slice(0, RESULTS);
  return {
    group,
    rank: Math.min(...best.map((one) => rankOf(search, one)), LAST_RANK),
    results: best.map(resultOf),
  };
}

/** Actions of the sandbox. With Shift the command is copied instead. */
function useActions(place: Place, isShift: RefObject<boolean>): SpotlightActionData[] {
  const act = useAct();
  const curl = useCurl();
  const copyCurl = useCopyCurl();
  const clock = useSandboxStatus()?.clock;
  const base = sandboxPath(place);
  const post = (path: string, body?: object) => ({ method: 'POST' as const, path: `${base}${path}`, body });
  const advanced = (answer: unknown): string => advanceText(answer as Schemas['Advance']);
  const fault = { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } };
  const actions: readonly Action[] = [
    { label: 'Advance clock 1 hour', call: post('/clock/advance', { by: '1h' }), done: advanced },
    { label: 'Advance clock 1 day', call: post('/clock/advance', { by: '1d' }), done: advanced },
    { label: 'Advance clock to next event', call: post('/clock/advance', { until: 'next' }), done: advanced },
    clock?.frozen
      ? { label: 'Resume clock', call: post('/clock/resume'), done: 'Clock resumed' }
      : { label: 'Freeze clock', call: post('/clock/freeze'), done: 'Clock frozen' },
    { label: 'Pause deliveries', call: post('/webhooks/hold'), done: 'Webhooks paused' },
    { label: 'Resume deliveries', call: post('/webhooks/release'), done: 'Webhooks resumed' },
    {
      label: 'Resend all retrying webhooks',
      call: post('/deliveries/redeliver', { status: 'retrying' }),
      done: 'Retrying webhooks are sent again',
    },
    {
      label: 'Resend all exhausted webhooks',
      call: post('/deliveries/redeliver', { status: 'exhausted' }),
      done: 'Exhausted webhooks are sent again',
    },
    {
      label: 'Fail the next 2 charges (503)',
      call: post('/faults', fault),
      done: 'Fault added: the next 2 charges return 503',
    },
    {
      label: 'Remove all faults',
      call: { method: 'DELETE', path: `${base}/faults` },
      done: 'All faults removed',
    },
  ];
  const copyKey = async (): Promise<void> => {
    const sandbox = await answerOf(
      api.GET('/api/sandboxes/{name}', { params: { path: { name: place.name } } }),
    );
    await copyText(sandbox[place.mode].secret_key);
    notifyDone('Secret key copied');
  };
  return [
    ...actions.map((action) => ({
      id: action.label,
      label: action.label,
      description: curl(action.call),
      onClick: () => {
        if (isShift.current) copyCurl(action.call);
        else act.press(action);
      },
    })),
    {
      id: 'key',
      label: `Copy ${place.mode} secret key`,
      onClick: () => void copyKey().catch((error: unknown) => notifyFailed('Copy secret key', error)),
    },
  ];
}
