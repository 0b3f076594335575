import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';
import type { MenuEntry } from '../ui/menu-of';
import { orderOf } from '../ui/order';
import { usePlace } from '../ui/place';

/** Keys in the menu. */
const MOST = 8;

/**
 * The metadata key that lists of the sandbox show as the order, remembered in this browser; `undefined` shows
 * the commonest keys of orders.
 */
export function useOrderKey(): readonly [key: string | undefined, set: (key: string | undefined) => void] {
  const { name } = usePlace();
  const [key, setKey] = useLocalStorage({
    key: `tollgate-order-key-${name}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return [key || undefined, (next) => setKey(next ?? '')];
}

/** Reads the order out of an object's metadata, as lists of the sandbox show it. Empty without an order. */
export function useOrder(): (metadata: object) => string {
  const [key] = useOrderKey();
  return useCallback((metadata) => orderOf(metadata, key) ?? '', [key]);
}

/** Entries of a menu that choose the metadata key shown as the order, of those that the objects have. */
export function useOrderEntries(objects: readonly object[]): readonly MenuEntry[] {
  const [chosen, choose] = useOrderKey();
  const seen = objects.flatMap((one) => ('metadata' in one ? Object.keys(one.metadata as object) : []));
  const keys = [...new Set([...(chosen === undefined ? [] : [chosen]), ...seen])].slice(0, MOST);
  if (keys.length === 0) return [];
  return [undefined, ...keys].map((key) => ({
    label: `Order: ${key ?? 'automatic'}`,
    isApart: key === undefined,
    check: { isOn: key === chosen, isOneOfSeveral: true },
    onClick: () => choose(key),
  }));
}
