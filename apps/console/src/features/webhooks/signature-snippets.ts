/**
 * Functions that verify a webhook, by language. Each takes the raw body, the headers and the webhook secret.
 */
export const SIGNATURE_SNIPPETS: Readonly<Record<string, string>> = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(rawBody, headers, secret) {
  const signed = \`\${headers['omise-signature-timestamp']}.\${rawBody}\`;
  const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest();
  const given = (headers['omise-signature'] ?? '').split(',').map((hex) => Buffer.from(hex, 'hex'));
  return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}`,
  Ruby: `require 'base64'
require 'openssl'

def genuine?(raw_body, headers, secret)
  signed = "#{headers['Omise-Signature-Timestamp']}.#{raw_body}"
  expected = OpenSSL::HMAC.hexdigest('SHA256', Base64.decode64(secret), signed)
  headers['Omise-Signature'].to_s.split(',').any? do |given|
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
end`,
  Python: `import base64, hashlib, hmac

def is_genuine(raw_body: bytes, headers, secret: str) -> bool:
    signed = headers["Omise-Signature-Timestamp"].encode() + b"." + raw_body
    expected = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(given, expected) for given in headers["Omise-Signature"].split(","))`,
  PHP: `function is_genuine(string $rawBody, array $headers, string $secret): bool
{
    $signed = $headers['Omise-Signature-Timestamp'] . '.' . $rawBody;
    $expected = hash_hmac('sha256', $signed, base64_decode($secret));
    foreach (explode(',', $headers['Omise-Signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}`,
  Go: `import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"
)

func isGenuine(rawBody []byte, header http.Header, secret string) bool {
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("Omise-Signature-Timestamp") + "."))
	mac.Write(rawBody)
	for _, given := range strings.Split(header.Get("Omise-Signature"), ",") {
		if sent, err := hex.DecodeString(given); err == nil && hmac.Equal(sent, mac.Sum(nil)) {
			return true
		}
	}
	return false
}`,
};
