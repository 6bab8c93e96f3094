import type { Fault } from '../target.ts'

/**
 * Snowflake or its library refused something. Does not keep the library's own error, because that contains the request
 * with its credentials.
 */
export class SnowflakeError extends Error {
  override readonly name = 'SnowflakeError'
  /** Snowflake's number, such as `390144`, or the library's; empty if neither gave one. */
  readonly code: string
  readonly sqlState: string
  /** The status of an HTTP answer that did not come from Snowflake itself. */
  readonly httpStatus: number | undefined

  constructor(
    message: string,
    { code = '', sqlState = '', httpStatus }: { code?: string; sqlState?: string; httpStatus?: number },
  ) {
    super(message)
    this.code = code
    this.sqlState = sqlState
    this.httpStatus = httpStatus
  }
}

const faultsByCode: Readonly<Record<string, Fault>> = {
  // The session or its token has ended; the next one logs in again.
  '390110': 'retry',
  '390111': 'retry',
  '390112': 'retry',
  '390113': 'retry',
  '390114': 'retry',
  '390195': 'retry',
  '401004': 'retry',
  // Cancelled, timed out, or given up while waiting for a lock.
  '000604': 'retry',
  '000605': 'retry',
  '000625': 'retry',
  '000630': 'retry',
  // An internal error of Snowflake.
  '000603': 'retry',
  // The compute, the database or the schema does not exist, or is hidden from this user.
  '000606': 'configuration',
  '090105': 'configuration',
  '090106': 'configuration',
  // A resource monitor has stopped the compute until its quota resets.
  '090073': 'throttle',
  // The connection was closed during a statement.
  '405503': 'retry',
  '407002': 'retry',
}

/** Classifies by code, then by family of codes, then by SQLSTATE; an unknown error is retried. */
export function faultOfSnowflake({ code, sqlState, httpStatus }: SnowflakeError): Fault {
  const known = Object.hasOwn(faultsByCode, code) ? faultsByCode[code] : undefined
  if (known !== undefined) return known
  if (httpStatus === 429) return 'throttle'
  // No account has that name, or it refuses our address.
  if (httpStatus === 403 || httpStatus === 404) return 'configuration'
  if (/^100\d{3}$/.test(code)) return 'data'
  if (/^(390\d{3}|404\d{3}|40550[567]|00[123]\d{3}|000904)$/.test(code)) return 'configuration'
  if (sqlState.startsWith('22')) return 'data'
  if (sqlState.startsWith('42')) return 'configuration'
  return 'retry'
}
