/** Error pages as frameworks write them, shortened. For specs. */
const CSS =
  '<style>body { color: #333 } h1 > a::before { content: "<"; } pre { white-space: pre-wrap }</style>';

export const RAILS_CUT = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8" />
  <meta name="turbo-visit-control" content="reload">
  <title>Action Controller: Exception caught</title>
  <style>
    body {
      background-color: #FAFAFA;
      color: #`;

export const RAILS = `<!DOCTYPE html>
<html lang="en">
<head>
  <title>Action Controller: Exception caught</title>
  ${CSS}
  <script>function toggle(id) { return "<h1>" + id; }</script>
</head>
<body>
<header role="banner">
  <h1>
    PG::ConnectionBad
      in WebhooksController#create
  </h1>
</header>
<main role="main" id="container">
  <div class="exception-message">
    <div class="message">could not connect to server: Connection refused</div>
  </div>
  <div id="Application-Trace"><code class="traces">
    <a class="trace-frames" href="#">app/models/order.rb:12:in &#39;paid!&#39;</a><br>
    <a class="trace-frames" href="#">app/controllers/webhooks_controller.rb:9:in &#39;create&#39;</a><br>
  </code></div>
</main></body></html>`;

export const RAILS_PUBLIC = `<!doctype html>
<html lang="en"><head><title>We're sorry, but something went wrong (500 Internal Server Error)</title>${CSS}</head>
<body><main><article><p><strong>We&rsquo;re sorry, but something went wrong.</strong></p></article></main></body></html>`.replace(
  '&rsquo;',
  '&#x27;',
);

export const DJANGO = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta http-equiv="content-type" content="text/html; charset=utf-8">
  <title>OperationalError
          at /webhooks</title>
  ${CSS}
</head>
<body>
<header id="summary">
  <h1>OperationalError
       at /webhooks</h1>
  <pre class="exception_value">connection to server at &quot;127.0.0.1&quot;, port 5432 failed
	Is the server running?</pre>
  <table class="meta"><tr><th>Request Method:</th><td>POST</td></tr></table>
</header></body></html>`;

export const LARAVEL = `<!--
Illuminate\\Database\\QueryException: SQLSTATE[08006] no server in file /app/vendor/laravel/framework/src/Connection.php on line 829

#0 /app/app/Http/Controllers/WebhookController.php(21): Illuminate\\Database\\Connection-&gt;run()
-->
<!doctype html>
<html class="theme-light"><head><title>🧨 SQLSTATE[08006] no server</title>${CSS}</head><body><script>window.data = {};</script></body></html>`;

export const EXPRESS = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>SignatureError: signature mismatch<br> &nbsp; &nbsp;at verify (/app/webhooks.js:12:9)<br> &nbsp; &nbsp;at next (/app/node_modules/express/lib/router/route.js:144:13)</pre>
</body>
</html>`;

export const SPRING_WITHOUT_TRACE = `<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id='created'>Sun Nov 29 22:34:09 ICT 2026</div><div>There was an unexpected error (type=Internal Server Error, status=500).</div></body></html>`;

export const SPRING = SPRING_WITHOUT_TRACE.replace(
  '</body>',
  `<div style='white-space:pre-wrap;'>java.lang.IllegalStateException: no signature secret
	at shop.Webhooks.receive(Webhooks.java:31)
	at java.base/java.lang.Thread.run(Thread.java:1583)
</div></body>`,
);

export const WERKZEUG = `<!doctype html>
<html lang=en>
  <head>
    <title>KeyError: &#39;Omise-Signature&#39;
 // Werkzeug Debugger</title>
    <link rel="stylesheet" href="?__debugger__=yes&amp;cmd=resource&amp;f=style.css">
    <script>var TRACEBACK = 1;</script>
  </head>
  <body style="background-color: #fff">
    <div class="debugger">
<h1>KeyError</h1>
<div class="detail">
  <p class="errormsg">KeyError: &#39;Omise-Signature&#39;</p>
</div></div></body></html>`;

export const NGINX = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx/1.27.0</center>
</body>
</html>`;
