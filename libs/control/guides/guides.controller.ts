import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { failNotFound } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { GuidePages } from './guide-pages.js';
import { llmsText } from './llms-text.js';

const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * The guides of this version as Markdown, for coding agents and for installations without a network.
 * @host control
 */
@Controller()
@NoKey()
export class GuidesController {
  private readonly pages = new GuidePages();

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Retrieve the index of the guides, in the format of llmstxt.org.
   * @answers 200 text/markdown
   */
  @Get('llms.txt')
  async list(@Res() res: Response): Promise<void> {
    send(res, llmsText(await this.pages.summary(), await this.pages.sections(), this.settings));
  }

  /**
   * Retrieve a guide.
   * @answers 200 text/markdown
   */
  @Get('docs/:page')
  async find(@Param('page') page: string, @Res() res: Response): Promise<void> {
    await this.sendPage(page, res);
  }

  /**
   * Retrieve a guide about a client library, a part of the operations, or a part of the emulated behaviour.
   * @answers 200 text/markdown
   */
  @Get('docs/:folder/:page')
  async findIn(
    @Param('folder') folder: string,
    @Param('page') page: string,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendPage(`${folder}/${page}`, res);
  }

  private async sendPage(path: string, res: Response): Promise<void> {
    send(res, (await this.pages.find(path)) ?? failNotFound('page', path));
  }
}

function send(res: Response, text: string): void {
  res.set({ 'Content-Type': MARKDOWN, 'X-Content-Type-Options': 'nosniff' }).send(text);
}
