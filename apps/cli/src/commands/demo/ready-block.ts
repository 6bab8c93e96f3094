import { firstSignal } from '@signalpost/domain'
import type { DemoFacts } from '../../installation/demo-file.ts'

const signalId = 'sig_hello'
const nowMark = '<now>'
const timestampMark = '<t>'

/** Returns lines to paste: the intake's URL, one signed event, and how to read it back. */
export function readyBlock({ orgId, intakeUrl, secret, apiUrl, apiKey }: DemoFacts): string[] {
  const signal = firstSignal({ id: signalId, orgId, listenerId: 'lsn_hello', at: nowMark })
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
