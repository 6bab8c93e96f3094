export type EmbeddedPostgresErrorCode = 'already_running' | 'unsupported' | 'wrong_version' | 'failed'

/** The message is one line for the person who started the product: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
