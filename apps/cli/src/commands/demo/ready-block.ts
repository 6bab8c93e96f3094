import type { DemoFacts } from '../../installation/demo-file.ts'

const signalId = 'sig_hello'
const nowMark = '<now>'
const timestampMark = '<t>'

/** Returns lines to paste: the intake's URL, one signed event, and how to read it back. */
export function readyBlock({ orgId, intakeUrl, secret, apiUrl, apiKey }: DemoFacts): string[] {
  const signal = {
    id: signalId,
    orgId,
    listenerId: 'lsn_hello',
    source: 'hackernews',
    url: 'https://news.ycombinator.com/item?id=1',
    title: 'Looking for a tool that catches signals',
    excerpt: 'We miss half of the posts that matter to us.',
    postedAt: nowMark,
    relevanceScore: 80,
    classification: 'high_intent',
    rationale: 'It asks for what we sell.',
    matchedKeywords: ['signals'],
    firstSeenAt: nowMark,
    urgency: 'high',
  }
  const event = {
    id: `evt_hello_${timestampMark}`,
    type: 'signal.created',
    occurredAt: nowMark,
    orgId,
    data: { signal },
  }
  return [
    `Intake: ${intakeUrl}`,
    '',
    '# Send a signed event:',
    'now=$(date -u +%Y-%m-%dT%H:%M:%SZ); t=$(date +%s)',
    `body='${inShell(JSON.stringify(event))}'`,
    `v1=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac '${secret}' | sed 's/^.* //')`,
    `curl -sS '${intakeUrl}' -H 'content-type: application/json' -H "x-service-signature: t=$t,v1=$v1" --data-binary "$body"; echo`,
    '',
    '# Read the signal back, a moment later:',
    `sleep 1; curl -sS '${apiUrl}/v1/results/${signalId}' -H 'authorization: Bearer ${apiKey}'; echo`,
  ]
}

/** Ends the single quotes around a placeholder, so that the shell expands its variable. */
function inShell(text: string): string {
  return text.replaceAll(nowMark, `'"$now"'`).replaceAll(timestampMark, `'"$t"'`)
}
