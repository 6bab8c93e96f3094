import { editWarehouseAct, getWarehouseRead } from '@signalpost/administration/warehouse'
import { idSchema, nameSchema } from '@signalpost/domain'
import { warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { isGiven, kindEditOf } from '../../parameters/kind-edit.ts'
import { toUsageError } from '../../parameters/kind-input.ts'
import { nameOption } from '../../parameters/name-option.ts'
import { flag, optional, required } from '../../parameters/parameter.ts'
import {
  hashPersonalKeyParameter,
  intervalMs,
  readPersonalKey,
  readTables,
  tablesParameter,
} from './add-warehouse.ts'
import { describeWarehouse } from './describe-warehouse.ts'
import { readRequested, requestParameters, withdrawParameters } from './requested.ts'

const place = kindEditOf(
  'warehouse',
  warehouseKinds.map(({ kind, options }) => ({ title: kind, options })),
)

export const warehouseEdit = defineCommand({
  path: 'warehouse edit',
  summary: editWarehouseAct.summary,
  access: editWarehouseAct,
  parameters: {
    warehouseId: required('<id>', 'the warehouse', idSchema),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    interval: optional('--interval <duration>', 'how often to sync, 1s to 1h', intervalMs),
    excludePersonal: flag('--exclude-personal', 'empty and leave out columns that name or quote a person'),
    includePersonal: flag('--include-personal', 'fill the columns that name or quote a person'),
    hashPersonalKeyFile: hashPersonalKeyParameter,
    tables: tablesParameter,
    ...requestParameters,
    ...withdrawParameters,
    oldTables: optional(
      '--old-tables <what>',
      'if the place changes or a table is left out: keep or drop the rows there',
      z.enum(['keep', 'drop']),
    ),
    ...place.parameters,
  },
  run: async (context, { warehouseId, workspace, name, interval, oldTables, ...given }) => {
    const { call, confirm } = context
    const warehouse = await call(getWarehouseRead, { warehouseId, orgId: workspace })
    const { orgId, location } = warehouse
    const kind = (context.kinds ?? warehouseKinds).find((one) => one.kind === warehouse.kind)
    if (kind === undefined)
      throw new UsageError(`this version has no warehouses of the kind ${warehouse.kind}`)
    const { excludePersonal, includePersonal, hashPersonalKeyFile, ...others } = given
    const { withLedger, withoutLedger, withMailAddresses, withoutMailAddresses, ...rest } = others
    const { tables: named, ...members } = rest
    const requested = readRequested({ withLedger, withoutLedger, withMailAddresses, withoutMailAddresses })
    const tables = readTables(named)
    const personal = await readPersonal({ excludePersonal, includePersonal, hashPersonalKeyFile })
    const moved = await place.read(kind, members)
    const isMoved = [moved.settings, moved.secrets].some((given) => Object.keys(given).length > 0)
    const choices = {
      ...{ name, tables },
      ...(interval !== undefined && { intervalSeconds: interval / 1_000 }),
      ...requested,
      ...personal,
    }
    if (!isMoved && !Object.values(choices).some(isGiven)) {
      throw new UsageError('give at least one option to change')
    }
    if (oldTables === 'drop') {
      const what = isMoved ? 'all tables of' : 'the tables that are left out, of'
      await confirm(`Drop the rows of ${orgId} in ${what} ${location}?`)
    }
    const edited = await call(editWarehouseAct, {
      warehouseId,
      orgId,
      ...choices,
      ...moved,
      oldTables,
    }).catch((error: unknown) => {
      throw toUsageError(kind.options, nameOption(error, optionsOfIssues))
    })
    return { json: edited, text: describeWarehouse(edited) }
  },
})

type Personal = {
  excludePersonal: boolean
  includePersonal: boolean
  hashPersonalKeyFile: string | undefined
}

/** Throws UsageError for more than one choice. */
async function readPersonal({
  excludePersonal,
  includePersonal,
  hashPersonalKeyFile,
}: Personal): Promise<{ excludesPersonal?: boolean; personalKey?: string }> {
  const [first, second] = [
    excludePersonal && '--exclude-personal',
    includePersonal && '--include-personal',
    hashPersonalKeyFile !== undefined && '--hash-personal-key-file',
  ].filter((option) => option !== false)
  if (second !== undefined) throw new UsageError(`${first} does not go with ${second}`)
  const personalKey = await readPersonalKey(hashPersonalKeyFile)
  if (personalKey !== undefined) return { personalKey }
  return first === undefined ? {} : { excludesPersonal: excludePersonal }
}

const optionsOfIssues: Record<string, string> = {
  oldTables: '--old-tables',
  hasMailAddresses: '--with-mail-addresses',
}
