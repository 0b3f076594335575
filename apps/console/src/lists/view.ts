import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/** Windows in which rows are compact until the user chooses: they show more than 20. */
const LARGE = '(min-width: 80em) and (min-height: 50em)';

/** The columns and the row height of a list, remembered in this browser. */
export interface View {
  /** The names of the columns that are not shown. */
  readonly hidden: readonly string[];
  readonly toggle: (column: string) => void;
  /** True for rows of 28 px. */
  readonly isCompact: boolean;
  readonly setIsCompact: (isCompact: boolean) => void;
}

/** Each list has its own columns; all have the same density. */
export function useView(label: string): View {
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `tollgate-hidden-columns-${label}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const isLarge = useMediaQuery(LARGE, false, { getInitialValueInEffect: false });
  const [isCompact = isLarge, setIsCompact] = useLocalStorage<boolean | undefined>({
    key: 'tollgate-compact-rows',
    getInitialValueInEffect: false,
  });
  const toggle = (column: string): void =>
    setHidden(hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column]);
  return { hidden, toggle, isCompact, setIsCompact };
}
