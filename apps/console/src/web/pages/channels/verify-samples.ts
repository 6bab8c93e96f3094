export const verifyLanguages = ['Node', 'Python', 'Go', 'Ruby', 'PHP', 'Shell'] as const
export type VerifyLanguage = (typeof verifyLanguages)[number]

/**
 * Code for a receiver that tells whether a request is genuine, by the rules of Standard Webhooks: headers with names in
 * lower case, and the raw body. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function verifySample(language: VerifyLanguage, secret: string): string {
  // What stands after `whsec_` is the key in base64.
  return samples[language](secret.replace(/^whsec_/, ''))
}

const samples: Record<VerifyLanguage, (key: string) => string> = {
  Node: (key) => `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from('${key}', 'base64')

export function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const digest = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest('base64')
  const expected = Buffer.from(\`v1,\${digest}\`)
  return String(signatures).split(' ').map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}`,
  Python: (key) => `import base64, hashlib, hmac, time

key = base64.b64decode("${key}")

def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    content = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, expected) for one in given)`,
  Go: (key) => `package receiver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString("${key}")

func IsGenuine(header http.Header, body []byte) bool {
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := time.Now().Unix() - sent; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), sent, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}`,
  Ruby: (key) => `require "openssl"

KEY = "${key}".unpack1("m")

def genuine?(headers, body)
  sent = headers["webhook-timestamp"].to_s
  return false if (Time.now.to_i - sent.to_i).abs > 300
  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{headers["webhook-id"]}.#{sent}.#{body}")
  expected = "v1," + [digest].pack("m0")
  headers["webhook-signature"].to_s.split(" ").any? { |one| OpenSSL.secure_compare(one, expected) }
end`,
  PHP: (key) => `<?php

function is_genuine(array $headers, string $body): bool
{
    $key = base64_decode('${key}');
    $id = $headers['webhook-id'] ?? '';
    $sent = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $sent) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`,
  Shell: (key) => `# is_genuine ID TIMESTAMP SIGNATURES FILE: FILE has the raw body.
is_genuine() {
  age=$(($(date +%s) - $2))
  if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then return 1; fi
  hex=$(printf %s '${key}' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
  digest=$({ printf '%s.%s.' "$1" "$2"; cat "$4"; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | openssl base64 -A)
  case " $3 " in *" v1,$digest "*) return 0 ;; *) return 1 ;; esac
}`,
}
