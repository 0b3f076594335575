import type { Schemas } from '../../api/client';
import { shellQuoted } from '../../api/shell';

/** What runs against a shop: the singular of its path on the control API, and its command. */
export type RunKind = 'exam' | 'soak';

/** What exams and soaks have in common. */
export type ShopRun = Pick<
  Schemas['ExamSummary'] | Schemas['SoakSummary'],
  'id' | 'status' | 'problem' | 'machine_at' | keyof ShopParameters
>;

/** The answer to questions of the run is given by its caller, which is a command. */
const BY_CALLER = 'caller';

/** How a shop is reached and looked at, as the API takes it. */
export interface ShopParameters {
  readonly receiver: string;
  readonly probe: string;
  readonly checkout: string;
  readonly order_key: string;
  readonly expect: string;
  readonly settle: string;
  readonly start: string;
}

/** The API's defaults. */
export const SHOP_DEFAULTS: ShopParameters = {
  receiver: '',
  probe: '',
  checkout: '',
  order_key: 'order',
  expect: 'status,count',
  settle: '1s',
  start: '1m',
};

/** The parameters of a run that are about its shop. */
export function shopParametersOf(
  run: Pick<Schemas['ExamSummary'] | Schemas['SoakSummary'], keyof ShopParameters>,
): ShopParameters {
  const { receiver, probe, checkout, order_key, expect, settle, start } = run;
  return {
    receiver,
    probe: probe ?? '',
    checkout: checkout ?? '',
    order_key,
    expect: expect.join(','),
    settle,
    start,
  };
}

/** True if the questions about the shop are answered by the command line, which the console cannot do. */
export function isByCaller({ probe, checkout }: Pick<ShopRun, 'probe' | 'checkout'>): boolean {
  return [probe, checkout].includes(BY_CALLER);
}

/** True for the line of a request that the caller makes. */
export function isOfCaller(line: string): boolean {
  return line.endsWith(` ${BY_CALLER}`);
}

/** Without empty parameters and defaults. */
export function bodyOf<T extends ShopParameters>(parameters: T): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]: [string, string]) =>
        value !== '' && value !== SHOP_DEFAULTS[name as keyof ShopParameters],
    ),
  );
}

/**
 * The same run by the command line, with `***` for what may be a secret in a URL. The console does not know
 * the commands of a caller.
 */
export function commandOf<T extends ShopParameters>(kind: RunKind, sandbox: string, parameters: T): string {
  const options = Object.entries({ sandbox, ...bodyOf(parameters) }).map(
    ([name, value]) =>
      `--${name.replace('_', '-')} ${value === BY_CALLER ? 'COMMAND' : quoted(withoutTokens(value))}`,
  );
  return `npx tollgate ${kind} ${options.join(' ')}`;
}

/** As the command line shows URLs: without user, password and fragment, and with `{order}` alone in the query. */
function withoutTokens(text: string): string {
  if (!/^https?:/i.test(text)) return text;
  const [, start = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const address = start.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  const pairs = query?.split('&').map((pair) => {
    const at = pair.indexOf('=') + 1;
    return pair.slice(at) === '{order}' ? pair : `${pair.slice(0, at)}***`;
  });
  return pairs ? `${address}?${pairs.join('&')}` : address;
}

function quoted(text: string): string {
  return /^[\w./:=,-]+$/.test(text) ? text : shellQuoted(text);
}
