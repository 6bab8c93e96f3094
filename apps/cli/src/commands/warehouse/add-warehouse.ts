import {
  createWarehouseAct,
  personalKeySchema,
  tablesSchema,
  warehouseIntervalMs,
} from '@signalpost/administration/warehouse'
import type { StoredWarehouse, WarehouseSecrets } from '@signalpost/database/warehouses'
import { choosableTables, nameSchema, parseInput, warehouseTables } from '@signalpost/domain'
import type { WarehouseKind } from '@signalpost/warehouses'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { flag, list, optional, required, withDefault } from '../../parameters/parameter.ts'
import { readSecret } from '../../parameters/secret.ts'
import { durationMs } from '../../parameters/times.ts'
import { requestParameters } from './requested.ts'

export const intervalMs = durationMs.refine(
  (ms) => ms >= warehouseIntervalMs.least && ms <= warehouseIntervalMs.most,
  'expected a duration from 1s to 1h',
)

export const hashPersonalKeyParameter = optional(
  '--hash-personal-key-file <file>',
  'hash these columns instead, by HMAC-SHA256 with the key in this file; - reads stdin',
)

export const tablesParameter = list(
  '--tables <name...>',
  `its tables, or all: ${choosableTables.map(({ name }) => name).join(', ')}`,
  { schema: z.string() },
)

/** Returns undefined where none is named, and null for all. Throws UsageError. */
export function readTables(named: readonly string[]): z.output<typeof tablesSchema> | undefined {
  const names = named.flatMap((one) => one.split(',')).filter((one) => one !== '')
  if (names.length === 0) return undefined
  if (names.includes('all')) return null
  const parsed = tablesSchema.safeParse(names)
  if (parsed.success) return parsed.data
  const known = choosableTables.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (warehouseTables.some(({ name }) => name === unknown))
    throw new UsageError(`--tables: ${unknown} comes with --with-ledger`)
  throw new UsageError(
    `--tables: there is no table ${JSON.stringify(unknown)}; there are ${known.join(', ')}`,
  )
}

/** Returns the key under which personal data is hashed. Throws UsageError, which does not quote it. */
export async function readPersonalKey(file: string | undefined): Promise<string | undefined> {
  const key = await readSecret('hash-personal-key', { text: undefined, file })
  if (key === undefined) return undefined
  const parsed = parseInput(personalKeySchema, key)
  if (parsed.ok) return parsed.value
  throw new UsageError(`--hash-personal-key-file: ${parsed.issues[0]?.message}`)
}

/** The parameters of every `warehouse create`. */
export const newWarehouseParameters = {
  workspace: workspaceParameter,
  name: required('--name <text>', 'the display name', nameSchema),
  interval: withDefault('--interval <duration>', 'how often to sync, 1s to 1h', {
    schema: intervalMs,
    text: '20s',
  }),
  excludePersonal: flag('--exclude-personal', 'leave out columns that name or quote a person'),
  hashPersonalKeyFile: hashPersonalKeyParameter,
  tables: tablesParameter,
  ...requestParameters,
}

type NewWarehouse = {
  workspace: string | undefined
  name: string
  interval: number
  excludePersonal: boolean
  hashPersonalKeyFile: string | undefined
  tables: readonly string[]
  withLedger: boolean
  withMailAddresses: boolean
  kind: WarehouseKind
  settings: Place['settings']
  secrets: WarehouseSecrets
}

type Place = Required<Pick<z.input<typeof createWarehouseAct.input>, 'settings'>>

/** Stores a warehouse that can be reached. Throws RejectedError, and TransientError if it cannot be reached. */
export async function addWarehouse(
  context: CommandContext,
  { kind, settings, secrets, ...input }: NewWarehouse,
): Promise<StoredWarehouse> {
  if (input.excludePersonal && input.hashPersonalKeyFile !== undefined) {
    throw new UsageError('--exclude-personal does not go with --hash-personal-key-file')
  }
  if (input.withMailAddresses && (input.excludePersonal || input.hashPersonalKeyFile !== undefined)) {
    throw new UsageError('--with-mail-addresses: needs personal data as it is, neither left out nor hashed')
  }
  const personalKey = await readPersonalKey(input.hashPersonalKeyFile)
  const { orgId } = await context.getWorkspace(input.workspace)
  return context.call(createWarehouseAct, {
    ...{ orgId, kind: kind.kind, name: input.name, settings, secrets },
    intervalSeconds: input.interval / 1_000,
    ...{ excludesPersonal: input.excludePersonal, personalKey, tables: readTables(input.tables) },
    ...{ hasLedger: input.withLedger, hasMailAddresses: input.withMailAddresses },
  })
}
