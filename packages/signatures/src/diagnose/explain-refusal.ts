import type { Diagnosis, Finding } from './finding.ts'

/** Says in words why a request was refused: what `finding` and `detail` mean, as a sentence without its full stop. */
export function explainRefusal({ finding, detail }: Diagnosis): string {
  return sentences[finding](detail)
}

const sentences: Record<Finding, (detail: string | undefined) => string> = {
  header_missing: (header) => `The header ${header ?? 'with the signature'} is missing`,
  other_scheme: (found) => `Signed by another scheme${inBrackets(found)}`,
  malformed: (shape) =>
    `The signature header is not in the format of the scheme: ${shape ?? 'another format'}`,
  ended_secret: (secretId) => `Signed with a secret that has ended${inBrackets(secretId)}`,
  other_source_secret: (sourceId) => `Signed with the secret of another source${inBrackets(sourceId)}`,
  secret_form: (form) => forms[form ?? ''] ?? 'Signed with another form of the secret',
  body_reencoded: (form) => `The body was changed after it was signed${inBrackets(form)}`,
  signed_content: (form) => `Signed over other content than the scheme prescribes${inBrackets(form)}`,
  stale_clock: (skew) => `The clock of the sender is off: the timestamp is ${skew ?? 'out of tolerance'}`,
  stale_retry: (skew) => `Sent again with its old signature: the timestamp is ${skew ?? 'out of tolerance'}`,
  unexplained: () => 'No known mistake explains the signature: a wrong secret, or not the sender',
  not_examined: (cause) =>
    causes[cause ?? ''] ?? 'Not examined: too many requests were refused at the same time',
}

const forms: Record<string, string> = {
  newline: 'Signed with the secret and a line break at its end',
  spaces: 'Signed with the secret and spaces around it',
  quotes: 'Signed with the secret and quotation marks around it',
  prefix: 'Signed with the secret without its prefix, or with one too many',
  decoded: 'Signed with the secret in another form: decoded where it is text, or text where it is decoded',
}

const causes: Record<string, string> = {
  disabled: 'The source is disabled',
  method_not_allowed: 'Not sent by POST',
  unsupported_media_type: 'Not sent as JSON, or with a content encoding',
  body_too_large: 'The body is larger than the intake accepts',
}

function inBrackets(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`
}
