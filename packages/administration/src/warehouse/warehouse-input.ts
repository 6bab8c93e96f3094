import {
  choosableTables,
  hourMs,
  NotReadyError,
  RejectedError,
  secondMs,
  TransientError,
} from '@signalpost/domain'
import { WarehouseError } from '@signalpost/sync'
import { z } from 'zod'

/** How often a warehouse may be synced. */
export const warehouseIntervalMs = { least: secondMs, most: hourMs } as const

const tableNames = choosableTables.map(({ name }) => name)

/** The tables that a warehouse has; null for all, also of later versions. The ledger is asked for apart. */
export const tablesSchema = z
  .array(z.enum(tableNames))
  .min(1)
  .transform((names) => tableNames.filter((name) => names.includes(name)))
  .nullable()
  .meta({ description: 'Its tables; null for all.' })

/** Throws RejectedError `invalid_request` for a table that names people in a warehouse that leaves that out or hashes it. */
export function demandTablesOf({
  tables,
  excludesPersonal,
}: {
  tables: readonly string[] | null
  excludesPersonal: boolean
}): void {
  const refused = choosableTables.find(({ name, isPersonal }) => isPersonal && tables?.includes(name))
  if (!excludesPersonal || refused === undefined) return
  const message = `expected no ${refused.name}, whose keys name people, where personal data is left out or hashed`
  throw new RejectedError('invalid_request', 'The input is not valid.', {
    issues: [{ path: 'tables', message }],
  })
}

/** Throws RejectedError `invalid_request` for mail addresses in a warehouse that leaves out or hashes what names people. */
export function demandMailAddressesOf({
  hasMailAddresses,
  excludesPersonal,
}: {
  hasMailAddresses: boolean
  excludesPersonal: boolean
}): void {
  if (!hasMailAddresses || !excludesPersonal) return
  const message = 'needs personal data as it is, neither left out nor hashed'
  throw new RejectedError('invalid_request', 'The input is not valid.', {
    issues: [{ path: 'hasMailAddresses', message }],
  })
}

/** A key of the customer's own, under which a warehouse gets hashes of personal data. */
export const personalKeySchema = z
  .string()
  .min(16)
  .max(1_024)
  .meta({ description: 'Hashes what names or quotes a person, by HMAC-SHA256 under this key.' })

export const intervalSecondsSchema = z
  .int()
  .min(warehouseIntervalMs.least / secondMs)
  .max(warehouseIntervalMs.most / secondMs)

export const givenMember = z.union([z.string().max(20_000), z.array(z.string().max(1_000)).max(100)])

/** Says why tables cannot be removed. Returns everything else as it is. */
export function unremovableFault(cause: unknown): unknown {
  if (!(cause instanceof WarehouseError)) return cause
  return new RejectedError('conflict', `Its tables cannot be removed: ${cause.message}`, { cause })
}

/** Says that a place cannot be reached, which is no fault of ours. Returns everything else as it is. */
export function unreachableFault(cause: unknown): unknown {
  if (!(cause instanceof TransientError) || cause instanceof NotReadyError) return cause
  return new RejectedError('invalid_request', cause.message, { cause })
}
