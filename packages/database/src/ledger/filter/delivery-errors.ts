import { type RawBuilder, sql } from 'kysely'

/** The outcomes that are no success, as codes. */
export const deliveryErrorCodes = ['invalid_data', 'failed', 'retrying', 'discarded', 'erased'] as const

export type DeliveryErrorCode = (typeof deliveryErrorCodes)[number]

/** As the index `deliveries_by_error` has them: deliveries with a code, and their code. */
const isError = sql`(
  status = 'dead' or (status = 'queued' and attempts > 0)
  or (status = 'ignored' and error in ('discarded by an operator', 'erased')))`
const codeOf = sql`(
  case status
    when 'dead' then case when issues is null then 'failed' else 'invalid_data' end
    when 'queued' then 'retrying'
    else case error when 'erased' then 'erased' else 'discarded' end
  end)`

export function hasError(code: DeliveryErrorCode): RawBuilder<unknown> {
  return sql`${isError} and ${codeOf} = ${code}`
}
