/** How long a round is; or how many requests, of a short run that must come to its end on a machine however slow. */
export type Round = { readonly seconds: number } | { readonly times: number };

/** A part of it. */
export function partOf(round: Round, share: number): Round {
  return 'seconds' in round ? { seconds: round.seconds * share } : { times: Math.ceil(round.times * share) };
}
