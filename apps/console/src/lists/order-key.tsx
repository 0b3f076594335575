import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { TriangleDownIcon } from '@primer/octicons-react';
import { useCallback, type JSX } from 'react';
import { MenuButton } from '../ui/menu-button';
import type { MenuEntry } from '../ui/menu-of';
import { orderOf } from '../ui/order';
import { usePlace } from '../ui/place';

/** Keys in the menu. */
const MOST = 12;

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

interface OrderKeyMenuProps {
  /** The objects whose keys are offered. */
  readonly of: readonly { readonly metadata: object }[];
}

/** Chooses the metadata key that is shown as the order. */
export function OrderKeyMenu({ of }: OrderKeyMenuProps): JSX.Element | null {
  const [chosen, choose] = useOrderKey();
  const seen = new Set(of.flatMap(({ metadata }) => Object.keys(metadata)));
  const keys = [...new Set([...(chosen === undefined ? [] : [chosen]), ...seen])].slice(0, MOST);
  if (keys.length === 0) return null;
  const entry = (label: string, key: string | undefined): MenuEntry => ({
    label,
    check: { isOn: key === chosen, isOneOfSeveral: true },
    onClick: () => choose(key),
  });
  return (
    <MenuButton
      target={
        <Button
          size="xs"
          variant="default"
          className="extra"
          rightSection={<TriangleDownIcon size={14} />}
          title="Metadata key shown as the order"
        >
          Order: {chosen ?? 'automatic'}
        </Button>
      }
      entries={[entry('Automatic', undefined), ...keys.map((key) => entry(key, key))]}
    />
  );
}
