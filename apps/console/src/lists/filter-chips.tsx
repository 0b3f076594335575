import { Button, Popover, UnstyledButton } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type JSX, type ReactNode } from 'react';
import { answerOf, api } from '../api/client';
import { loading } from '../api/load';
import { moneyText } from '../ui/money-text';
import { usePlace } from '../ui/place';
import { textOf, valuesOf, without, type FilterChanges, type FilterField } from './filter-model';
import type { Filters } from './use-filters';

const FilterEditor = lazy(loading(() => import('./filter-editor')));

/** The filters in use, each of which opens its form, and the button that adds one. */
export function FilterChips({ filters }: { readonly filters: Filters }): JSX.Element {
  const { fields, values, set } = filters;
  const currency = useCurrency(filters);
  const chips = fields
    .map((field) => ({ field, own: valuesOf(field, values) }))
    .filter(({ own }) => Object.keys(own).length > 0);
  return (
    <>
      {chips.map(({ field, own }) => (
        <span key={field.name} className="filter-chip">
          <Editing filters={filters} currency={currency} field={field}>
            {(open) => (
              <UnstyledButton onClick={open}>
                {textOf(field, own, (amount) => moneyText({ amount, currency }))}
              </UnstyledButton>
            )}
          </Editing>
          <UnstyledButton aria-label={`Remove filter: ${field.label}`} onClick={() => set(without(own))}>
            <XIcon size={12} />
          </UnstyledButton>
        </span>
      ))}
      <Editing filters={filters} currency={currency}>
        {(open) => (
          <Button size="xs" variant="default" leftSection={<PlusIcon size={12} />} onClick={open}>
            Filter
          </Button>
        )}
      </Editing>
      {chips.length > 1 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => set(without(values))}>
          Clear filters
        </Button>
      )}
    </>
  );
}

interface EditingProps {
  readonly filters: Filters;
  readonly currency: string;
  /** Chosen in the layer unless given. */
  readonly field?: FilterField;
  readonly children: (open: () => void) => ReactNode;
}

/** A button and the layer with the form of a filter. */
function Editing({ filters, currency, field, children }: EditingProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, choose] = useState<FilterField>();
  const open = (): void => {
    choose(undefined);
    setIsOpen(!isOpen);
  };
  const done = (changes: FilterChanges): void => {
    setIsOpen(false);
    filters.set(changes);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      width={260}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>{children(open)}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={field ? `Filter: ${field.label}` : 'Add filter'}>
        <Suspense fallback={null}>
          <FilterEditor
            filters={filters}
            currency={currency}
            field={field ?? chosen}
            onField={choose}
            onDone={done}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The currency of amounts without another filter: the account's. */
function useCurrency({ fields, values }: Filters): string {
  const { name, mode } = usePlace();
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params: { path: { name, mode } } })),
    enabled: fields.some(({ kind }) => kind === 'amount') && values['currency'] === undefined,
    staleTime: Infinity,
  });
  const { currency = account.data?.currency ?? 'THB' } = values;
  return /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : 'THB';
}
