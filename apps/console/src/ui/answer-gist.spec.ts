import { gistOf } from './answer-gist';
import {
  DJANGO,
  EXPRESS,
  LARAVEL,
  NGINX,
  RAILS,
  RAILS_CUT,
  RAILS_PUBLIC,
  SPRING,
  SPRING_WITHOUT_TRACE,
  WERKZEUG,
} from './error-pages';

const JSON_CUT =
  '{"status":500,"error":"Internal Server Error","exception":"#<PG::ConnectionBad: no server>","traces":{"App';

describe('the gist of an answer', () => {
  it.each([
    ['a page of Rails', RAILS, 'PG::ConnectionBad: could not connect to server: Connection refused'],
    ['a page of Rails that was cut', RAILS_CUT, 'Action Controller: Exception caught'],
    ["Rails' public page", RAILS_PUBLIC, "We're sorry, but something went wrong."],
    ['a page of Django', DJANGO, 'OperationalError: connection to server at "127.0.0.1", port 5432 failed'],
    ['a page of Laravel', LARAVEL, 'Illuminate\\Database\\QueryException: SQLSTATE[08006] no server'],
    ['a page of Express', EXPRESS, 'SignatureError: signature mismatch'],
    ['a page of Spring', SPRING, 'java.lang.IllegalStateException: no signature secret'],
    [
      'a page of Spring without a trace',
      SPRING_WITHOUT_TRACE,
      'There was an unexpected error (type=Internal Server Error, status=500).',
    ],
    ['a page of Werkzeug', WERKZEUG, "KeyError: 'Omise-Signature'"],
    ['a page of nginx', NGINX, '502 Bad Gateway'],
    ['an empty page', '<html><body></body></html>', 'an HTML page'],
    [
      'a title',
      '<!DOCTYPE html>\n<html><head><title>We&#39;re down</title></head><body><h1>500</h1></body></html>',
      "We're down",
    ],
    ['a heading', '<html><body><h1>Bad <b>signature</b></h1></body></html>', 'Bad signature'],
    [
      'an error and a message',
      '{"error":"PG::ConnectionBad","message":"no server"}',
      'PG::ConnectionBad: no server',
    ],
    ['an error object', '{"error":{"type":"db","message":"no server"}}', 'db: no server'],
    ['a problem', '{"title":"Bad Request","detail":"missing id","status":400}', 'missing id'],
    ['errors', '{"errors":[{"message":"missing id"}]}', 'missing id'],
    ['JSON of Rails', `${JSON_CUT}":[]}}`, 'PG::ConnectionBad: no server'],
    ['JSON that was cut', JSON_CUT, 'PG::ConnectionBad: no server'],
    ['JSON without a message', '{"ok":false}', '{"ok":false}'],
    ['text', '\n\nsignature mismatch\n  at line 1', 'signature mismatch'],
    [
      'text with a status first',
      'Internal Server Error\nPG::ConnectionBad (no server)',
      'PG::ConnectionBad (no server)',
    ],
    ['a status', 'Internal Server Error', 'Internal Server Error'],
    [
      'a traceback',
      'Traceback (most recent call last):\n  File "app.py", line 3\nKeyError: \'id\'',
      "KeyError: 'id'",
    ],
    ['nothing', '', ''],
  ])('of %s', (_, body, gist) => {
    expect(gistOf(body)).toBe(gist);
  });

  it('is short', () => {
    expect(gistOf('x'.repeat(500))).toBe(`${'x'.repeat(140)}…`);
  });
});
