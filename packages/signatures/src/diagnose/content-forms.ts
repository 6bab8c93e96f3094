import type { Claim, RawHeaders } from '../define-scheme.ts'
import { readHeader } from '../read-header.ts'

/** Text that a sender may have put before the body when it signed. */
export type ContentForm = { readonly detail: string; readonly signedPrefix: string }

const timestampHeaders = ['x-slack-request-timestamp', 'webhook-timestamp', 'svix-timestamp']
const idHeaders = ['webhook-id', 'svix-id']
/** Trying every millisecond of a second takes a thousand digests. */
const maxMillisecondBytes = 4096

/** Yields what the sender may have signed before the body, other than what its scheme prescribes. */
export function* contentForms(
  claim: Claim,
  { rawHeaders, bodyBytes }: { rawHeaders: RawHeaders; bodyBytes: number },
): Generator<ContentForm> {
  const timestamp = claim.timestampSeconds?.toString() ?? findValue(rawHeaders, timestampHeaders)
  const id = claim.eventIdHint ?? findValue(rawHeaders, idHeaders)
  if (claim.signedPrefix !== '') yield { detail: 'without timestamp', signedPrefix: '' }
  if (timestamp === undefined) return
  const prefixes = [`${timestamp}.`, `v0:${timestamp}:`, ...(id === undefined ? [] : [`${id}.${timestamp}.`])]
  for (const signedPrefix of prefixes) {
    if (signedPrefix !== claim.signedPrefix) yield { detail: "another scheme's prefix", signedPrefix }
  }
  for (const separator of ['', ':', '\n', '|']) {
    yield { detail: 'separator', signedPrefix: timestamp + separator }
  }
  if (!claim.signedPrefix.includes(timestamp)) return
  const milliseconds = bodyBytes <= maxMillisecondBytes ? 1000 : 1
  for (let part = 0; part < milliseconds; part += 1) {
    const precise = timestamp + String(part).padStart(3, '0')
    yield { detail: 'milliseconds', signedPrefix: claim.signedPrefix.replace(timestamp, precise) }
  }
}

function findValue(rawHeaders: RawHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = readHeader(rawHeaders, name)
    if (typeof value === 'string' && value.length <= 200) return value
  }
  return undefined
}
