import type { Fault } from '../target.ts'

/**
 * What Snowflake or its library refused. The library's own error is not kept: it holds the request, and with it what
 * the request was authorised by.
 */
export class SnowflakeError extends Error {
  override readonly name = 'SnowflakeError'
  /** Snowflake's number, such as `390144`, or the library's; empty where neither gave one. */
  readonly code: string
  readonly sqlState: string
  /** The status of an HTTP answer that was no answer of Snowflake's. */
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
  // The session or its token has ended: the next one logs in again.
  '390110': 'retry',
  '390111': 'retry',
  '390112': 'retry',
  '390113': 'retry',
  '390114': 'retry',
  '390195': 'retry',
  '401004': 'retry',
  // Cancelled, timed out, or given up on behind a lock.
  '000604': 'retry',
  '000605': 'retry',
  '000625': 'retry',
  '000630': 'retry',
  // An incident of Snowflake's own.
  '000603': 'retry',
  // The compute, the database or the schema is not there, or is kept from this user.
  '000606': 'configuration',
  '090105': 'configuration',
  '090106': 'configuration',
  // A resource monitor has stopped the compute until its quota begins anew.
  '090073': 'throttle',
  // The connection was closed under a statement.
  '405503': 'retry',
  '407002': 'retry',
}

/** By code, then by the family of the code, then by SQLSTATE; what nobody knows is tried again. */
export function faultOfSnowflake({ code, sqlState, httpStatus }: SnowflakeError): Fault {
  const known = Object.hasOwn(faultsByCode, code) ? faultsByCode[code] : undefined
  if (known !== undefined) return known
  if (httpStatus === 429) return 'throttle'
  // No account has that name, or it lets nobody in from here.
  if (httpStatus === 403 || httpStatus === 404) return 'configuration'
  if (/^100\d{3}$/.test(code)) return 'data'
  if (/^(390\d{3}|404\d{3}|40550[567]|00[123]\d{3}|000904)$/.test(code)) return 'configuration'
  if (sqlState.startsWith('22')) return 'data'
  if (sqlState.startsWith('42')) return 'configuration'
  return 'retry'
}
