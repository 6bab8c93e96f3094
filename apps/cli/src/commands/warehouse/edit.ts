import { editWarehouseAct, getWarehouseRead } from '@signalpost/administration/warehouse'
import { nameSchema } from '@signalpost/domain'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { readMembers, toUsageError } from '../../parameters/kind-input.ts'
import { kindParametersOf, parametersOfKinds } from '../../parameters/kind-parameters.ts'
import { nameOption } from '../../parameters/name-option.ts'
import { optionNamed } from '../../parameters/option-name.ts'
import { flag, list, optional, required } from '../../parameters/parameter.ts'
import {
  hashPersonalKeyParameter,
  intervalMs,
  readPersonalKey,
  readTables,
  tablesParameter,
} from './add-warehouse.ts'
import { describeWarehouse } from './describe-warehouse.ts'
import { readRequested, requestParameters, withdrawParameters } from './requested.ts'

const placeParameters = parametersOfKinds(
  warehouseKinds.map(({ kind, options }) => ({ title: kind, options })),
)
const clearable = [
  ...new Set(warehouseKinds.flatMap(({ options }) => Object.keys(options).map((one) => nameOf(one)))),
]

export const warehouseEdit = defineCommand({
  path: 'warehouse edit',
  summary: editWarehouseAct.summary,
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
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
    ...placeParameters,
    cleared: list('--clear <option...>', 'the options to remove, such as ca', { schema: z.enum(clearable) }),
  },
  run: async (context, { warehouseId, workspace, name, interval, cleared, oldTables, ...given }) => {
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
    refuseOthers(kind, members)
    const read = await readMembers(kind, members)
    const place: Place = { settings: presentOf(read.settings), secrets: presentOf(read.secrets) }
    clear(kind, { place, cleared })
    const edit = {
      ...{ name, tables, ...place },
      ...(interval !== undefined && { intervalSeconds: interval / 1_000 }),
      ...requested,
      ...personal,
    }
    if (isEmpty(edit)) throw new UsageError('give at least one option to change')
    if (oldTables === 'drop') {
      const what = isEmpty({ ...place }) ? 'the tables that are left out, of' : 'all tables of'
      await confirm(`Drop the rows of ${orgId} in ${what} ${location}?`)
    }
    const edited = await call(editWarehouseAct, { warehouseId, orgId, ...edit, oldTables }).catch(
      (error: unknown) => {
        throw toUsageError(kind.options, nameOption(error, optionsOfIssues))
      },
    )
    return { json: edited, text: describeWarehouse(edited) }
  },
})

type Place = { settings: Record<string, string | string[] | null>; secrets: Record<string, string | null> }

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

const optionsOfIssues: Record<string, string> = {
  oldTables: '--old-tables',
  hasMailAddresses: '--with-mail-addresses',
}
