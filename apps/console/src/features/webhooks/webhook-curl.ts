import { shellQuoted } from '../../api/shell';

/** Headers that curl writes itself. */
const OWN = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** An attempt as a command: its headers, its signature among them, and its body as they were sent. */
export function webhookCurl(uri: string, headers: object, body: string): string {
  const sent = Object.entries(headers).flatMap(([name, value]: [string, string | string[]]) =>
    OWN.includes(name.toLowerCase()) ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  return [
    `curl -s -X POST ${shellQuoted(uri)}`,
    ...sent.map((header) => `-H ${shellQuoted(header)}`),
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}
