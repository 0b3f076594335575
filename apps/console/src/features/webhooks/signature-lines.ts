import type { SignaturePart } from './signature-changes';

/** The right line of code for each part of the computation, by the languages of `SIGNATURE_SNIPPETS`. */
export const SIGNATURE_LINES: Readonly<Record<string, Readonly<Record<SignaturePart, string>>>> = {
  Node: {
    secret: `const key = Buffer.from(secret, 'base64');`,
    body: `app.post('/webhooks', express.raw({ type: '*/*' }), ({ body: rawBody, headers }, response) => { … });`,
    text: "const signed = `${headers['omise-signature-timestamp']}.${rawBody}`;",
    hash: `const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest();`,
    output: `const expected = createHmac('sha256', key).update(signed).digest('hex');`,
    comparison: `const isGenuine = headers['omise-signature'].split(',').some((given) => given === expected.toString('hex'));`,
  },
  Ruby: {
    secret: `key = Base64.decode64(secret)`,
    body: `raw_body = request.raw_post`,
    text: `signed = "#{headers['Omise-Signature-Timestamp']}.#{raw_body}"`,
    hash: `expected = OpenSSL::HMAC.hexdigest('SHA256', Base64.decode64(secret), signed)`,
    output: `expected = OpenSSL::HMAC.hexdigest('SHA256', key, signed)`,
    comparison: `is_genuine = headers['Omise-Signature'].split(',').include?(expected)`,
  },
  Python: {
    secret: `key = base64.b64decode(secret)`,
    body: `raw_body = request.get_data()  # Flask; in Django: request.body`,
    text: `signed = headers["Omise-Signature-Timestamp"].encode() + b"." + raw_body`,
    hash: `expected = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).hexdigest()`,
    output: `expected = hmac.new(key, signed, hashlib.sha256).hexdigest()`,
    comparison: `is_genuine = any(hmac.compare_digest(given, expected) for given in headers["Omise-Signature"].split(","))`,
  },
  PHP: {
    secret: `$key = base64_decode($secret);`,
    body: `$rawBody = file_get_contents('php://input');`,
    text: `$signed = $headers['Omise-Signature-Timestamp'] . '.' . $rawBody;`,
    hash: `$expected = hash_hmac('sha256', $signed, base64_decode($secret));`,
    output: `$expected = hash_hmac('sha256', $signed, $key);`,
    comparison: `$isGenuine = in_array($expected, explode(',', $headers['Omise-Signature']), true);`,
  },
  Go: {
    secret: `key, err := base64.StdEncoding.DecodeString(secret)`,
    body: `rawBody, err := io.ReadAll(r.Body)`,
    text: `mac.Write([]byte(r.Header.Get("Omise-Signature-Timestamp") + "." + string(rawBody)))`,
    hash: `mac := hmac.New(sha256.New, key)`,
    output: `expected := hex.EncodeToString(mac.Sum(nil))`,
    comparison: `isGenuine := slices.Contains(strings.Split(r.Header.Get("Omise-Signature"), ","), expected)`,
  },
};
