import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** The scopes of searches below lists (docs/fidelity.md SE9). */
const SCOPES: Readonly<Record<string, string>> = {
  charges: 'charge',
  'charges/schedules': 'charge_schedule',
  customers: 'customer',
  disputes: 'dispute',
  links: 'link',
  recipients: 'recipient',
  refunds: 'refund',
  transactions: 'transaction',
  transfers: 'transfer',
  'transfers/schedules': 'transfer_schedule',
};

/**
 * Reads the further spellings of the emulated API as its routes: `PUT` as `PATCH` (docs/fidelity.md H23), and
 * `/charges/search` as `/search` with that scope. `base` matches what precedes the paths of the API.
 */
export function readSpellings(base: string): RequestHandler {
  const own = new RegExp(`^${base}/`, 'i');
  const search = new RegExp(`^(${base})/(${Object.keys(SCOPES).join('|')})/search/?$`, 'i');
  return (req: Request, _res: Response, next: NextFunction) => {
    if (req.method === 'PUT' && own.test(req.path)) {
      req.originalMethod = req.method;
      req.method = 'PATCH';
    }
    const [, before = '', list] = search.exec(req.path) ?? [];
    if (list !== undefined) {
      const given = req.url.slice(req.path.length + 1).split('&');
      const others = given.filter((pair) => pair !== '' && !pair.startsWith('scope='));
      req.url = `${before}/search?${[...others, `scope=${SCOPES[list.toLowerCase()]}`].join('&')}`;
    }
    next();
  };
}
