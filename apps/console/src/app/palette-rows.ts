import type { ReactNode } from 'react';

/** A result, a page or an action. */
export interface PaletteRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: ReactNode;
  /** At the right end. */
  readonly right?: ReactNode;
  readonly onChoose: (isShift: boolean) => void;
}

export interface PaletteGroup {
  readonly group: string;
  readonly rows: readonly PaletteRow[];
}
