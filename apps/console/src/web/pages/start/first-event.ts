import { command, quoteForShell } from '../../text/command.ts'

export const languages = ['curl', 'Node', 'Python', 'Signalpost'] as const
export type Language = (typeof languages)[number]

export type FirstEvent = {
  orgId: string
  sourceId: string
  intakeUrl: string
  /** As the sender keeps it. */
  secret: string
  /** Part of the ids, so that another first event is another signal. */
  mark: string
  at: string
}

/** An event that stores one signal. */
export function firstEventBody({ orgId, mark, at }: Pick<FirstEvent, 'orgId' | 'mark' | 'at'>): string {
  const signal = {
    ...{ id: `sig_first_${mark}`, orgId, listenerId: 'lsn_first', source: 'hackernews' },
    ...{ url: 'https://news.ycombinator.com/item?id=1', title: 'Looking for a tool that catches signals' },
    ...{ excerpt: 'We miss half of the posts that matter to us.', postedAt: at, firstSeenAt: at },
    ...{ relevanceScore: 80, classification: 'high_intent', urgency: 'high', matchedKeywords: ['signals'] },
    rationale: 'It asks for what we sell.',
  }
  return JSON.stringify({
    ...{ id: `evt_first_${mark}`, type: 'signal.created', occurredAt: at, orgId, data: { signal } },
  })
}

/**
 * A command for a POSIX shell that signs the event and sends it: as the scheme `service-v1` does, or by the command line
 * of Signalpost, which signs as the source does and knows its secret.
 */
export function firstEventCommand(language: Language, event: FirstEvent): string {
  return writers[language](event)
}

const writers: Record<Language, (event: FirstEvent) => string> = {
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
  Signalpost: (event) => `body=${quoteForShell(firstEventBody(event))}
echo "$body" | ${command(['event', 'send'], { source: event.sourceId })}`,
}

function assignments(event: FirstEvent): string {
  return `url=${quoteForShell(event.intakeUrl)}
secret=${quoteForShell(event.secret)}
body=${quoteForShell(firstEventBody(event))}`
}
