import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../api/client';
import { deliveryStatusOf } from '../features/webhooks/delivery-status';
import { findObjects, type Listed } from '../lists/listed-objects';
import { pageOfCard } from '../lists/kinds';
import { useOrderKey } from '../lists/order-key';
import { keptPayments, twinsSearch, twinsTimes, twinsTitle } from '../lists/twins';
import { whyMatched } from '../lists/why-matched';
import { moneyText } from '../ui/money-text';
import { orderKeyOf, orderOf } from '../ui/order';
import type { Place } from '../ui/place';
import { Status } from '../ui/status';
import { useSandboxNow } from '../ui/time';
import { timeText } from '../ui/time-text';
import { cardText, labelOf } from '../ui/words';
import type { PaletteGroup, PaletteRow } from './palette-rows';
import { LAST_RANK, ranked, rankOf, type Matched } from './ranks';

const PAUSE_MS = 150;
/** Results of a kind that are shown. */
const RESULTS = 5;
/** Payments of an order that are counted. */
const OF_ORDER = 20;

interface Found {
  readonly groups: readonly PaletteGroup[];
  /** True until the typed words are answered. */
  readonly isPending: boolean;
}

type Go = (to: string, search?: Readonly<Record<string, string>>) => void;

/** Search results for the typed words, best first. */
export function useFound(place: Place, typed: string, go: Go): Found {
  const { name, mode } = place;
  const [chosenKey] = useOrderKey();
  const orderKey = chosenKey ?? 'order';
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const now = useSandboxNow();
  const base = `/sandboxes/${name}/${mode}`;
  const asked = { limit: RESULTS, before: 'end', search, livemode: String(mode === 'live') };
  const ofOrder = { ...asked, limit: OF_ORDER };
  const answers = useQuery({
    queryKey: ['palette', name, mode, search, orderKey],
    enabled: search.length > 1,
    queryFn: () =>
      Promise.all([
        findObjects(name, 'charges', ofOrder),
        // The latest that match need not be those of the order.
        findObjects(name, 'charges', { ...ofOrder, search: undefined, metadata: { [orderKey]: search } }),
        findObjects(name, 'customers', asked),
        // Its page is below that of its customer, whom the id does not name.
        search.startsWith('card_') ? findObjects(name, 'cards', asked) : { data: [] },
        answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query: asked } })),
      ]),
    placeholderData: keepPreviousData,
  });
  const isPending = typed.length > 1 && (typed !== search || answers.isPlaceholderData || answers.isPending);
  if (typed.length < 2 || !answers.data) return { groups: [], isPending };
  const [charges, sameOrder, customers, cards, webhooks] = answers.data;
  const payments = [
    ...new Map([...charges.data, ...sameOrder.data].map((charge) => [charge.id, charge])).values(),
  ];
  const timeOf = (at: string): string => timeText(new Date(at), now());
  const groups = [
    groupOf('Payments', search, payments, (charge) => {
      const label = wordsOf(
        orderLabel(charge.metadata, chosenKey),
        sumText(charge),
        charge.card ? cardText(charge.card) : labelOf(charge.method),
        timeOf(charge.at),
      );
      return {
        id: charge.id,
        label,
        description: whyMatched(search, label, charge),
        right: charge.status && <Status of={charge.status} />,
        onChoose: () => go(`${base}/payments/${charge.id}`),
      };
    }),
    groupOf('Customers', search, customers.data, ({ id, email, description }) => ({
      id,
      label: email ?? description ?? id,
      description: id,
      onChoose: () => go(`${base}/objects/customers/${id}`),
    })),
    groupOf('Cards', search, cards.data, ({ id, customer, ...card }) => ({
      id,
      label: `${cardText(card)} · ${card.name}`,
      description: id,
      onChoose: () => go(pageOfCard(id, customer ?? '', place)),
    })),
    groupOf('Webhooks', search, webhooks.data, (webhook) => ({
      id: webhook.id,
      label: wordsOf(
        webhook.key,
        orderLabel(webhook.metadata, chosenKey),
        sumText(webhook),
        timeOf(webhook.at),
      ),
      description: webhook.uri,
      right: <Status of={deliveryStatusOf(webhook)} />,
      onChoose: () => go(`${base}/webhooks/${webhook.id}`),
    })),
  ];
  const sorted = groups.toSorted((one, other) => one.rank - other.rank);
  return { groups: [...twinsOf(payments), ...sorted], isPending };

  /** An order that was paid more than once, which no payment tells by itself. */
  function twinsOf(found: readonly Listed<'charges'>[]): readonly PaletteGroup[] {
    const twins = keptPayments(
      found.filter(({ metadata }) => orderOf(metadata, chosenKey)?.toLowerCase() === search.toLowerCase()),
    );
    const [first] = twins;
    const key = orderKeyOf(first?.metadata, chosenKey);
    const order = orderOf(first?.metadata, chosenKey);
    if (twins.length < 2 || key === undefined || order === undefined) return [];
    return [
      {
        group: 'Paid more than once',
        rows: [
          {
            id: 'twins',
            label: twinsTitle(twins.length, order),
            description: twinsTimes(twins, now()),
            onChoose: () => go(`${base}/payments`, twinsSearch(key, order)),
          },
        ],
      },
    ];
  }
}

function wordsOf(...words: readonly (string | undefined)[]): string {
  return words.filter(Boolean).join(' · ');
}

function orderLabel(metadata: object, key: string | undefined): string | undefined {
  const order = orderOf(metadata, key);
  return order === undefined ? undefined : `Order ${order}`;
}

function sumText({
  amount,
  currency,
}: Pick<Schemas['ListedDelivery'], 'amount' | 'currency'>): string | undefined {
  return amount !== null && currency ? moneyText({ amount, currency }) : undefined;
}

/** The best of these, which the API returns oldest first. */
function groupOf<One extends Matched>(
  group: string,
  search: string,
  found: readonly One[],
  rowOf: (one: One) => PaletteRow,
): PaletteGroup & { readonly rank: number } {
  const best = ranked(search, found.toReversed()).slice(0, RESULTS);
  return {
    group,
    rank: Math.min(...best.map((one) => rankOf(search, one)), LAST_RANK),
    rows: best.map(rowOf),
  };
}
