import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Get, HttpCode, Module, NotFoundException, Param, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { answer } from '../answering.js';

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Readonly<Record<string, unknown>>;

/** The bare framework: the routes of the benchmark parse what Tollgate parses and answer what it answered, and do nothing in between. */
@Controller(':row')
class BareController {
  @Get('charges/:id')
  retrieve(@Param('row') row: string, @Param('id') id: string): unknown {
    return answerTo(row, id);
  }

  @Get('charges')
  list(@Param('row') row: string, @Query() query: unknown): unknown {
    return answerTo(row, query);
  }

  @Post('charges')
  @HttpCode(200)
  create(@Param('row') row: string, @Body() body: unknown): unknown {
    return answerTo(row, body);
  }

  @Post('charges/:id/mark_as_paid')
  @HttpCode(200)
  settle(@Param('row') row: string, @Param('id') id: string): unknown {
    return answerTo(row, id);
  }

  @Post('tokens')
  @HttpCode(200)
  token(@Param('row') row: string, @Body() body: unknown): unknown {
    return answerTo(row, body);
  }
}

/** `parsed` is what the framework made of the request. */
function answerTo(row: string, parsed: unknown): unknown {
  if (parsed === undefined || answers[row] === undefined) throw new NotFoundException();
  return answers[row];
}

@Module({ controllers: [BareController] })
class BareModule {}

const app = await NestFactory.create<NestExpressApplication>(BareModule, { logger: false });
// As Tollgate: an ETag would cost a hash of every answer.
app.set('etag', false);
app.set('query parser', 'extended');
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;
answer(() => Promise.resolve(`http://127.0.0.1:${port}`));
