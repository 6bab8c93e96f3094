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
  url_refused: 'The URL is no http or https URL without user and password.',
  protocol_refused: 'The address is only reached by https.',
  port_refused: 'The port is not allowed.',
  address_refused: 'The host is not at a public address.',
  dns_failed: 'The name of the host could not be resolved.',
  connect_failed: 'The host could not be connected to.',
  tls_failed: 'A secure connection to the host could not be made.',
  timeout: 'The host did not answer in time.',
  too_large: 'The answer is too large.',
  malformed: 'The answer could not be read.',
  reset: 'The connection ended before the answer did.',
  aborted: 'The request was given up.',
}

/** A request that got no answer. The message names neither URL nor address. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly code: OutgoingErrorCode
  /** Certain: not one byte of the request left, so that sending it again repeats nothing. */
  readonly sentNothing: boolean

  constructor(code: OutgoingErrorCode, { sentNothing, cause }: { sentNothing: boolean; cause?: unknown }) {
    super(messages[code], cause === undefined ? {} : { cause })
    this.code = code
    this.sentNothing = sentNothing
  }
}
