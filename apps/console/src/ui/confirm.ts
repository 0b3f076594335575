import { useSyncExternalStore, type ReactNode } from 'react';

export interface Question {
  readonly title: string;
  /** The consequence in numbers. */
  readonly consequence: ReactNode;
  /** A verb and a noun. */
  readonly confirm: string;
  /** A text that has to be typed first. */
  readonly typed?: string;
  /** The button is not red. */
  readonly isHarmless?: boolean;
}

interface Asked {
  readonly question: Question;
  readonly onConfirm: () => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

/** Asks before something that cannot be undone, or that has many effects. Escape answers no. */
export function ask(question: Question, onConfirm: () => void): void {
  change({ question, onConfirm });
}

export function endQuestion(): void {
  change(undefined);
}

/** The question that waits for an answer. */
export function useAsked(): Asked | undefined {
  return useSyncExternalStore(subscribe, () => asked);
}

function change(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
