const MASK = '***';

/** A URL without what may be a token: user and password, the fragment, and values of the query but `{order}`. */
export function withoutTokens(url: string): string {
  const [, start = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const address = start.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  return query === undefined ? address : `${address}?${query.split('&').map(masked).join('&')}`;
}

function masked(pair: string): string {
  const at = pair.indexOf('=') + 1;
  return pair.slice(at) === '{order}' ? pair : `${pair.slice(0, at)}${MASK}`;
}
