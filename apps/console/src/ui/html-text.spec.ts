import { EXPRESS, LARAVEL, RAILS, RAILS_CUT, SPRING } from './error-pages';
import { isHtmlPage, pageText } from './html-text';

describe('the text of a page', () => {
  it('has the lines that people read, without styles and scripts', () => {
    expect(pageText(RAILS).split('\n')).toEqual([
      'PG::ConnectionBad in WebhooksController#create',
      'could not connect to server: Connection refused',
      "app/models/order.rb:12:in 'paid!'",
      "app/controllers/webhooks_controller.rb:9:in 'create'",
    ]);
  });

  it('keeps the lines of a stack trace', () => {
    expect(pageText(EXPRESS).split('\n')).toEqual([
      'SignatureError: signature mismatch',
      '    at verify (/app/webhooks.js:12:9)',
      '    at next (/app/node_modules/express/lib/router/route.js:144:13)',
    ]);
    expect(pageText(SPRING)).toContain('\n\tat shop.Webhooks.receive(Webhooks.java:31)\n');
  });

  it('begins with the error that a comment has before the page', () => {
    expect(pageText(LARAVEL)).toMatch(/^Illuminate\\Database\\QueryException: SQLSTATE\[08006\]/);
    expect(pageText(LARAVEL)).toContain('Connection->run()');
  });

  it('has the title of a page whose style is cut off', () => {
    expect(pageText(RAILS_CUT)).toBe('Action Controller: Exception caught');
  });

  it('decodes entities, and leaves unknown ones', () => {
    expect(pageText('<html><p>&lt;a&gt; &#3594;&#x0E32; &nope; &#x110000; a&nbsp;b</p>')).toBe(
      '<a> ชา &nope; &#x110000; a b',
    );
  });

  it('is read from pages alone', () => {
    for (const text of ['<b>second</b>', '{"a":"<html>"}', 'Error <html>', '<!-- only --> text'])
      expect([text, isHtmlPage(text)]).toEqual([text, false]);
    for (const text of ['<!-- Error -->\n<!DOCTYPE html>', '\n<html lang=en>', '<h1>Oops</h1>'])
      expect([text, isHtmlPage(text)]).toEqual([text, true]);
  });
});
