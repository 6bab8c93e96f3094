import { editWarehouseAct } from '@signalpost/administration/warehouse'
import { getWarehouse } from '@signalpost/database/warehouses'
import { nameSchema, RejectedError } from '@signalpost/domain'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { readMembers, toUsageError } from '../../parameters/kind-input.ts'
import { kindParametersOf, parametersOfKinds } from '../../parameters/kind-parameters.ts'
import { optionNamed } from '../../parameters/option-name.ts'
import { flag, list, optional, required } from '../../parameters/parameter.ts'
import { intervalMs } from './add-warehouse.ts'
import { describeWarehouse } from './describe-warehouse.ts'

const placeParameters = parametersOfKinds(
  warehouseKinds.map(({ kind, options }) => ({ title: kind, options })),
)
const clearable = [
  ...new Set(warehouseKinds.flatMap(({ options }) => Object.keys(options).map((one) => nameOf(one)))),
]

export const warehouseEdit = defineCommand({
  path: 'warehouse edit',
  summary:
    'Change a warehouse and keep the rest. A new address or secret is tried first; a new place is filled from the start.',
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    interval: optional('--interval <duration>', 'how often to sync, 1s to 1h', intervalMs),
    excludePersonal: flag('--exclude-personal', 'empty and leave out columns that name or quote a person'),
    includePersonal: flag('--include-personal', 'fill the columns that name or quote a person'),
    oldTables: optional(
      '--old-tables <what>',
      'if the place changes: keep or drop the rows in the old one',
      z.enum(['keep', 'drop']),
    ),
    ...placeParameters,
    cleared: list('--clear <option...>', 'the options to remove, such as ca', { schema: z.enum(clearable) }),
  },
  run: async (context, { warehouseId, workspace, name, interval, cleared, oldTables, ...given }) => {
    const { database, perform, confirm } = context
    const warehouse = await getWarehouse(database, { warehouseId, orgId: workspace })
    const { orgId, location } = warehouse
    const kind = (context.kinds ?? warehouseKinds).find((one) => one.kind === warehouse.kind)
    if (kind === undefined)
      throw new UsageError(`this version has no warehouses of the kind ${warehouse.kind}`)
    const { excludePersonal, includePersonal, ...members } = given
    if (excludePersonal && includePersonal) {
      throw new UsageError('--exclude-personal does not go with --include-personal')
    }
    refuseOthers(kind, members)
    const read = await readMembers(kind, members)
    const place: Place = { settings: presentOf(read.settings), secrets: presentOf(read.secrets) }
    clear(kind, { place, cleared })
    const edit = {
      ...{ name, ...place },
      ...(interval !== undefined && { intervalMs: interval }),
      ...((excludePersonal || includePersonal) && { excludesPersonal: excludePersonal }),
    }
    if (isEmpty(edit)) throw new UsageError('give at least one option to change')
    if (oldTables === 'drop') await confirm(`Drop all rows of ${orgId} in ${location}?`)
    const edited = await perform(editWarehouseAct, { warehouseId, orgId, ...edit, oldTables }).catch(
      (error: unknown) => {
        throw toUsageError(kind.options, nameOldTables(error))
      },
    )
    return { json: edited, text: describeWarehouse(edited) }
  },
})

type Place = { settings: Record<string, unknown>; secrets: Record<string, string | null> }

function presentOf<Value>(members: Record<string, Value | undefined>): Record<string, Value> {
  // The cast: the filter leaves nothing undefined.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<
    string,
    Value
  >
}

function refuseOthers({ kind, options }: WarehouseKind, given: Record<string, unknown>): void {
  const own = kindParametersOf(options)
  const other = Object.keys(given).find((one) => isGiven(given[one]) && own[one] === undefined)
  if (other !== undefined) {
    throw new UsageError(`${optionNamed(other)}: a warehouse of the kind ${kind} has none`)
  }
}

function clear(
  { kind, options }: WarehouseKind,
  { place, cleared }: { place: Place; cleared: string[] },
): void {
  for (const name of cleared) {
    const found = Object.entries(options).find(([member]) => nameOf(member) === name)
    if (found === undefined) throw new UsageError(`--clear ${name}: a warehouse of the kind ${kind} has none`)
    place['secret' in found[1] ? 'secrets' : 'settings'][found[0]] = null
  }
}

function isEmpty({ settings, secrets, ...rest }: Place & Record<string, unknown>): boolean {
  return ![settings, secrets, rest].some((members) => Object.values(members).some(isGiven))
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

/** Kebab-case, as in its option. */
function nameOf(member: string): string {
  return optionNamed(member).slice(2)
}

function nameOldTables(error: unknown): unknown {
  if (!(error instanceof RejectedError)) return error
  const issue = error.issues?.find(({ path }) => path === 'oldTables')
  return issue === undefined ? error : new UsageError(`--old-tables: ${issue.message}`)
}
