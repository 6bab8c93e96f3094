import type { Diagnosis, Finding } from './finding.ts'

/** Returns one sentence that tells the sender of a refused request what to change. */
export function adviseSender({ finding, detail }: Diagnosis): string {
  return sentences[finding](detail ?? '')
}

const sentences: Record<Finding, (detail: string) => string> = {
  header_missing: (header) => `Send the signature header \`${header}\` with every request.`,
  other_scheme: (found) =>
    `The request is signed by another scheme (${found}): sign by the scheme of this source, or create a source of that scheme.`,
  malformed: (shape) => `Write the signature header in the format of the scheme; this one has ${shape}.`,
  ended_secret: (secretId) =>
    `Sign with the current secret: secret ${secretId} made this signature, and it has ended.`,
  other_source_secret: (sourceId) =>
    `Sign with the secret of this source, or send to the URL of source ${sourceId}, whose secret made this signature.`,
  secret_form: (form) => secretForms[form] ?? 'Use the secret exactly as it was shown.',
  body_reencoded: (form) =>
    `Sign the exact bytes that you send: the body was changed after signing (${form}).`,
  signed_content: (form) => contentForms[form] ?? 'Sign the content that the scheme prescribes.',
  stale_clock: () => 'Set the clock of the sending machine by NTP: its timestamps are off.',
  stale_retry: () => 'Sign every retry again, with the time at which you send it.',
  unexplained: () =>
    'Check that the sender uses the secret of this source: no known mistake explains the signature.',
  not_examined: (cause) =>
    causes[cause] ?? 'Look at the requests of the same source that were examined: this one was not.',
}

const secretForms: Record<string, string> = {
  newline: 'Remove the line break at the end of the secret.',
  spaces: 'Remove the spaces around the secret.',
  quotes: 'Remove the quotation marks around the secret.',
  prefix: 'Use the whole secret, with its prefix exactly as it was shown.',
  decoded:
    'Use the secret in the form that the scheme prescribes: decoded text and plain text differ as keys.',
}

const contentForms: Record<string, string> = {
  'without timestamp': 'Sign the timestamp together with the body.',
  milliseconds: 'Sign the timestamp in seconds, exactly as it is in the header.',
  separator: 'Put the separator of the scheme between timestamp and body.',
  "another scheme's prefix": 'Put before the body what the scheme of this source prescribes.',
}

const causes: Record<string, string> = {
  disabled: 'Ask the receiver to enable the source: it is disabled.',
  method_not_allowed: 'Send the request by POST.',
  unsupported_media_type: 'Send JSON with `content-type: application/json`, without a content encoding.',
  body_too_large: 'Send fewer events in one request: the body is larger than the receiver accepts.',
}
