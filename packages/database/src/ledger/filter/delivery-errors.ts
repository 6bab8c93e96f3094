import { type RawBuilder, sql } from 'kysely'

/** The outcomes that are no success, as codes. Each is the condition under which a delivery has it. */
const conditions = {
  invalid_data: sql`status = 'dead' and issues is not null`,
  failed: sql`status = 'dead' and issues is null`,
  retrying: sql`status = 'queued' and attempts > 0`,
  discarded: sql`status = 'ignored' and error = 'discarded by an operator'`,
  erased: sql`status = 'ignored' and error = 'erased'`,
} satisfies Record<string, RawBuilder<unknown>>

export type DeliveryErrorCode = keyof typeof conditions

export const deliveryErrorCodes = ['invalid_data', 'failed', 'retrying', 'discarded', 'erased'] as const

export function hasError(code: DeliveryErrorCode): RawBuilder<unknown> {
  return conditions[code]
}
