/** What explains a refused signature. */
export const findings = [
  'header_missing',
  'other_scheme',
  'malformed',
  'ended_secret',
  'other_source_secret',
  'secret_form',
  'body_reencoded',
  'signed_content',
  'stale_clock',
  'stale_retry',
  'unexplained',
  'not_examined',
] as const

export type Finding = (typeof findings)[number]

/** `detail` says what exactly is wrong: a word, a header, or the id of a secret or source. */
export type Diagnosis = {
  readonly finding: Finding
  readonly detail?: string
  /** How old the timestamp of a stale request was; negative in the future. */
  readonly skewSeconds?: number
}
