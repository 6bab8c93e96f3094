import type { ErrorCode } from '@signalpost/domain'

/** The work failed because of something outside the product. The message is for people and contains no secret. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The work cannot continue here: another process has the job, this process stops, or the work must wait. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted'
  readonly retryMs: number

  constructor(message: string, { retryMs = 0, ...options }: ErrorOptions & { retryMs?: number } = {}) {
    super(message, options)
    this.retryMs = retryMs
  }
}
