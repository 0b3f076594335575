import { useLocalStorage } from '@mantine/hooks';

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
  const [isCompact, setIsCompact] = useLocalStorage({
    key: 'tollgate-compact-rows',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const toggle = (column: string): void =>
    setHidden(hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column]);
  return { hidden, toggle, isCompact, setIsCompact };
}
