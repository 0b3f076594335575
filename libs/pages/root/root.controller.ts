import { Controller, Get, Inject, Optional, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { API_VERSIONS, type ApiVersion } from '#kernel/api-versions/versions.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { html } from '../kit/html.js';
import { page, type Page } from '../kit/page.js';
import { ENGLISH } from '../kit/texts/en.js';

/** Sends what browsers are shown at the root of a host that has a page of its own. */
export const ROOT_PAGE = Symbol('root page');
export type RootPage = (res: Response) => Promise<void>;

/** The root of a host: its name and the addresses of all hosts. */
export interface RootView {
  name: 'Tollgate';
  description: string;
  /** @example "http://127.0.0.1:7400" */
  api_url: string;
  /** @example "http://127.0.0.1:7401" */
  vault_url: string;
  /** @example "http://127.0.0.1:7402" */
  pay_url: string;
  /** @example "http://127.0.0.1:7403" */
  control_url: string;
  /** @example "http://127.0.0.1:7400/docs" */
  docs_url: string;
  /** The same hosts without their names: for programs on the same machine (docs/clients.md). */
  plain_urls: { api: string; vault: string; pay: string };
  object: 'system_info';
  location: '/';
  /** The versions of the API, as `Omise-Version` names them. */
  versions: readonly ApiVersion[];
}

/**
 * The root of each host.
 * @host any
 */
@Controller()
@NoKey()
export class RootController {
  private readonly view: RootView;

  constructor(
    @Inject(SETTINGS) { baseUrl, vaultUrl, payUrl, controlUrl, plainUrls }: Settings,
    @Optional() @Inject(ROOT_PAGE) private readonly ownPage?: RootPage,
  ) {
    const description = 'A self-hosted payment gateway emulator. No real money moves';
    const urls = {
      api_url: baseUrl,
      vault_url: vaultUrl,
      pay_url: payUrl,
      control_url: controlUrl,
      docs_url: `${baseUrl}/docs`,
      plain_urls: plainUrls,
    };
    this.view = {
      name: 'Tollgate',
      description,
      ...urls,
      object: 'system_info',
      location: '/',
      versions: API_VERSIONS,
    };
  }

  /**
   * Retrieve information about the host. Browsers get a page, other clients JSON.
   * @answers 200 application/json text/html
   */
  @Get()
  async show(@Req() req: Request, @Res() res: Response): Promise<void> {
    if (req.accepts(['json', 'html']) !== 'html') {
      res.json(this.view);
      return;
    }
    if (this.ownPage) return this.ownPage(res);
    const { text, headers } = this.page();
    res.type('html').set(headers).send(text);
  }

  /** For developers: in English, as the API is. */
  private page(): Page {
    const { api_url: api, vault_url: vault, pay_url: pay, control_url: control, docs_url: docs } = this.view;
    const row = (name: string, url: string): ReturnType<typeof html> =>
      html`<dt>${name}</dt><dd><a href="${url}">${url}</a></dd>`;
    const rows = [
      row('API', api),
      row('Vault (tokens)', vault),
      row('Payment pages', pay),
      row('Control', control),
      row('Documentation', docs),
    ];
    return page(
      { title: 'Tollgate', purpose: 'Tollgate' },
      [html`<h1>An emulated payment gateway</h1><dl>${rows}</dl>`],
      ENGLISH,
    );
  }
}
