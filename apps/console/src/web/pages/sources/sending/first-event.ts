import { type FirstEvent, firstEventBody } from '@signalpost/domain/text'
import { command, quoteForShell } from '../../../text/command.ts'

export const languages = ['curl', 'Node', 'Python', 'Go', 'Ruby', 'PHP', 'Signalpost'] as const
export type Language = (typeof languages)[number]

type SentEvent = FirstEvent & {
  sourceId: string
  intakeUrl: string
  /** As the sender keeps it. */
  secret: string
}

/**
 * A command for a POSIX shell that signs the event and sends it: as the scheme `service-v1` does, or by the command line
 * of Signalpost, which signs as the source does and knows its secret.
 */
export function firstEventCommand(language: Language, event: SentEvent): string {
  return writers[language](event)
}

const writers: Record<Language, (event: SentEvent) => string> = {
  curl: (event) => `${assignments(event)}
t=$(date +%s)
v1=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret" | sed 's/^.* //')
curl -sS "$url" -H 'content-type: application/json' \\
  -H "x-service-signature: t=$t,v1=$v1" --data-binary "$body"; echo`,
  Node: (event) => `${assignments(event)}
url="$url" secret="$secret" body="$body" node --input-type=module <<'END'
import { createHmac } from 'node:crypto'
const { url, secret, body } = process.env
const t = Math.floor(Date.now() / 1000)
const v1 = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest('hex')
const headers = { 'content-type': 'application/json', 'x-service-signature': \`t=\${t},v1=\${v1}\` }
const answer = await fetch(url, { method: 'POST', headers, body })
console.log(await answer.text())
END`,
  Python: (event) => `${assignments(event)}
url="$url" secret="$secret" body="$body" python3 <<'END'
import hashlib, hmac, os, time, urllib.error, urllib.request
url, secret, body = (os.environ[name] for name in ("url", "secret", "body"))
t = str(int(time.time()))
v1 = hmac.new(secret.encode(), f"{t}.{body}".encode(), hashlib.sha256).hexdigest()
headers = {"content-type": "application/json", "x-service-signature": f"t={t},v1={v1}"}
try:
    answer = urllib.request.urlopen(urllib.request.Request(url, body.encode(), headers))
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.read().decode())
END`,
  Go: (event) => `${assignments(event)}
dir=$(mktemp -d); cat > "$dir/send.go" <<'END'
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	body, t := os.Getenv("body"), time.Now().Unix()
	mac := hmac.New(sha256.New, []byte(os.Getenv("secret")))
	fmt.Fprintf(mac, "%d.%s", t, body)
	request, err := http.NewRequest("POST", os.Getenv("url"), strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-service-signature", fmt.Sprintf("t=%d,v1=%x", t, mac.Sum(nil)))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	io.Copy(os.Stdout, answer.Body)
	fmt.Println()
}
END
url="$url" secret="$secret" body="$body" go run "$dir/send.go"`,
  Ruby: (event) => `${assignments(event)}
url="$url" secret="$secret" body="$body" ruby <<'END'
require "net/http"
require "openssl"
url, secret, body = ENV.values_at("url", "secret", "body")
t = Time.now.to_i
v1 = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{t}.#{body}")
headers = { "content-type" => "application/json", "x-service-signature" => "t=#{t},v1=#{v1}" }
puts Net::HTTP.post(URI(url), body, headers).body
END`,
  PHP: (event) => `${assignments(event)}
url="$url" secret="$secret" body="$body" php <<'END'
<?php
[$url, $secret, $body] = array_map('getenv', ['url', 'secret', 'body']);
$t = time();
$v1 = hash_hmac('sha256', "$t.$body", $secret);
$header = "content-type: application/json\r\nx-service-signature: t=$t,v1=$v1";
$http = ['method' => 'POST', 'header' => $header, 'content' => $body, 'ignore_errors' => true];
echo file_get_contents($url, false, stream_context_create(['http' => $http])), "\n";
END`,
  Signalpost: (event) => `body=${quoteForShell(firstEventBody(event))}
echo "$body" | ${command(['event', 'send'], { source: event.sourceId })}`,
}

function assignments(event: SentEvent): string {
  return `url=${quoteForShell(event.intakeUrl)}
secret=${quoteForShell(event.secret)}
body=${quoteForShell(firstEventBody(event))}`
}
