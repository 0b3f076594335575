import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useOpened } from './use-opened.js';

/** A shop's server: its pages, and the submitted forms. */
export interface Shop {
  readonly page: (body: string) => string;
  /** Submitted forms, the latest last. */
  readonly sent: URLSearchParams[];
}

/** A shop for the specs of the file or block that calls this, at an origin of its own. */
export function useShop(): Shop {
  return useOpened(openShop);
}

async function openShop(): Promise<Shop & { close: () => Promise<void> }> {
  const pages: string[] = [];
  const sent: URLSearchParams[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      if (req.method === 'POST') sent.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      const body =
        req.method === 'POST' ? '<p id="thanks">Thank you</p>' : (pages[Number(req.url?.slice(1))] ?? '');
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(
        `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sent,
    page: (body) => `http://127.0.0.1:${port}/${pages.push(body) - 1}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
