export type OutgoingErrorCode =
  | 'url_refused'
  | 'protocol_refused'
  | 'port_refused'
  | 'address_refused'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'too_large'
  | 'malformed'
  | 'reset'
  | 'aborted'

const messages: Record<OutgoingErrorCode, string> = {
  url_refused: 'The URL must be an http or https URL without user and password.',
  protocol_refused: 'The address can only be reached by https.',
  port_refused: 'The port is not allowed.',
  address_refused: 'The host is not at a public address.',
  dns_failed: 'The host name could not be resolved.',
  connect_failed: 'Could not connect to the host.',
  tls_failed: 'Could not establish a secure connection to the host.',
  timeout: 'The host did not answer in time.',
  too_large: 'The answer is too large.',
  malformed: 'The answer could not be read.',
  reset: 'The connection ended before the answer was complete.',
  aborted: 'The request was cancelled.',
}

/** A request that got no answer. The message contains neither URL nor address. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly code: OutgoingErrorCode
  /** True only if not one byte of the request was sent, so sending it again repeats nothing. */
  readonly sentNothing: boolean

  constructor(code: OutgoingErrorCode, { sentNothing, cause }: { sentNothing: boolean; cause?: unknown }) {
    super(messages[code], cause === undefined ? {} : { cause })
    this.code = code
    this.sentNothing = sentNothing
  }
}
