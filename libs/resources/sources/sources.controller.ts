import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { SOURCES_SINCE } from '#kernel/api-versions/versions.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { Since } from '#platform/http/route-since.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateSourceDto } from './source.dto.js';
import type { SourceView } from './source.view.js';
import { SourcesService } from './sources.service.js';
import { SOURCE } from './source.resource.js';

/** Payment methods other than cards. */
@Controller('sources')
@Keys('public', 'secret')
@Since(SOURCES_SINCE)
export class SourcesController {
  constructor(
    private readonly resources: Resources,
    private readonly sources: SourcesService,
  ) {}

  /** Create a source. It can be used for one charge. */
  @Post()
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(validated('bad_request')) body: CreateSourceDto,
  ): Promise<SourceView> {
    return this.sources.create(scope, body);
  }

  /** Retrieve a source. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<SourceView> {
    return this.resources.find(SOURCE, scope, id);
  }
}
