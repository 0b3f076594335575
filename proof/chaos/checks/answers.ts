import { isDeepStrictEqual } from 'node:util';
import { dataOf, groupBy, type Evidence } from '../evidence.js';
import { answerOf, outcomeOf, type Call } from '../history.js';
import { effectsOf, TAGGED, type Effect } from './effects.js';

interface Account {
  readonly done: readonly Call[];
  readonly unknown: readonly Call[];
  readonly effects: readonly Effect[];
}

/** Every change with the response 200 is stored. */
export function keepsWhatItAnswered(evidence: Evidence): string[] {
  const { rows } = evidence;
  const ids = new Set(
    [rows.charges, rows.sources, rows.tokens, rows.refunds, rows.disputes, rows.links, rows.events]
      .flat()
      .map(({ id }) => id),
  );
  const creations = new Map(
    rows.events.filter(({ key }) => key === 'charge.create').map((event) => [event.objectId, event]),
  );
  const missing = [...accountsOf(evidence)]
    .filter(([, { done, effects }]) => effects.length < done.length)
    .map(
      ([name, { done, effects }]) =>
        `${name} was done ${done.length} times by its answers, and is there ${effects.length} times`,
    );
  const unlike = evidence.calls
    .filter((call) => outcomeOf(call) === 'done')
    .flatMap((call) => {
      const answer = answerOf(call);
      if (!ids.has(String(answer['id'])))
        return [`${call.tag} (${call.kind}) was answered with ${String(answer['id'])}, which is not there`];
      const creation = call.kind === 'charge' ? creations.get(String(answer['id'])) : undefined;
      return creation && !isDeepStrictEqual(dataOf(creation), answer)
        ? [`${call.tag} was answered otherwise than its event says`]
        : [];
    });
  return [...missing, ...unlike];
}

/**
 * Every change was requested, and occurs at most as often as requested; rejected requests changed nothing.
 */
export function doesWhatItWasAsked(evidence: Evidence): string[] {
  return [...accountsOf(evidence)].flatMap(([name, { done, unknown, effects }]) => {
    const byRequest = effects.filter(({ canBeTime }) => !canBeTime);
    if (byRequest.length <= done.length + unknown.length) return [];
    return [
      `${name}: ${byRequest.map(({ what }) => what).join(', ')}, for ${done.length} answers and ${unknown.length} requests without one`,
    ];
  });
}

/** An Idempotency-Key has one response from every process, however often the request is sent. */
export function answersOncePerKey({ calls }: Evidence): string[] {
  return calls
    .filter(({ key }) => key !== null)
    .flatMap(({ tag, tries }) => {
      const answers = tries
        .filter(({ status }) => status !== null && status < 500)
        .map(({ status, text }) => `${status} ${text}`);
      return new Set(answers).size > 1 ? [`${tag} was answered in ${new Set(answers).size} ways`] : [];
    });
}

/**
 * After the recovery every request gets a response, in a timed run at once. No response is an internal error.
 */
export function answersWhenHealed({ calls, isTimed }: Evidence): string[] {
  return calls.flatMap(({ tag, kind, key, tries }) => {
    const failed = tries.filter(
      ({ status, isHealed }) => status === 500 || (isTimed && isHealed && (status === null || status > 500)),
    );
    const open =
      key !== null && outcomeOf({ tries }) === 'unknown' ? [`${tag} (${kind}) was never answered`] : [];
    return [
      ...open,
      ...failed.map(
        ({ status, process, text }) => `${tag} (${kind}) to ${process}: ${status ?? 'no answer'} ${text}`,
      ),
    ];
  });
}

/** Requests and database state, by account. */
function accountsOf(evidence: Evidence): Map<string, Account> {
  const calls = groupBy(
    evidence.calls,
    ({ kind, tag, target }) => `${kind === 'click' ? 'pay' : kind} ${TAGGED.has(kind) ? tag : target}`,
  );
  const effects = groupBy(effectsOf(evidence), ({ kind, name }) => `${kind} ${name}`);
  const names = new Set([...calls.keys(), ...effects.keys()]);
  return new Map(
    [...names].map((name) => {
      const own = calls.get(name) ?? [];
      const by = (outcome: string): Call[] => own.filter((call) => outcomeOf(call) === outcome);
      return [name, { done: by('done'), unknown: by('unknown'), effects: effects.get(name) ?? [] }];
    }),
  );
}

export function answersAsDocumented({ contradictions }: Evidence): string[] {
  return [...contradictions];
}
