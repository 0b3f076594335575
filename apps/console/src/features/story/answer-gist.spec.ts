import { gistOf } from './answer-gist';

describe('the gist of an answer', () => {
  it.each([
    [
      '<!DOCTYPE html>\n<html><head><title>We&#39;re sorry (500)</title></head><body><h1>No</h1></body></html>',
      `an HTML page, "We're sorry (500)"`,
    ],
    ['<html><body><h1>Bad <b>gateway</b></h1></body></html>', 'an HTML page, "Bad gateway"'],
    ['<html><body></body></html>', 'an HTML page'],
    ['{"error":"PG::ConnectionBad","message":"no server"}', 'PG::ConnectionBad, no server'],
    ['{"ok":false}', '{"ok":false}'],
    ['\n\nInternal Server Error\n  at line 1', 'Internal Server Error'],
    ['', ''],
  ])('of %s', (body, gist) => {
    expect(gistOf(body)).toBe(gist);
  });

  it('is short', () => {
    expect(gistOf('x'.repeat(500))).toBe(`${'x'.repeat(90)}…`);
  });
});
