import { isDeepStrictEqual } from 'node:util'
import {
  editWarehouse,
  getWarehouse,
  listWarehouses,
  lockWarehouse,
  openPersonalKey,
  openWarehouseSecrets,
  type StoredWarehouse,
  type WarehouseEdit,
  type WarehouseSecrets,
} from '@signalpost/database/warehouses'
import {
  chosenTables,
  type Issue,
  nameSchema,
  orgIdSchema,
  RejectedError,
  secondMs,
} from '@signalpost/domain'
import { dropWarehouseWithTables } from '@signalpost/sync'
import { tightestBounds, type WarehouseKind } from '@signalpost/warehouses'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActCall, Commit } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { demandRecentLogin } from '../perform-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { warehouseAudit } from './audited-warehouse.ts'
import { getWarehouseKind } from './get-warehouse-kind.ts'
import { tryWarehouse } from './try-warehouse.ts'
import { boundsFor, demandFileRights } from './warehouse-access.ts'
import { warehouseDocument } from './warehouse-document.ts'
import {
  demandMailAddressesOf,
  demandTablesOf,
  givenMember,
  intervalSecondsSchema,
  personalKeySchema,
  tablesSchema,
  unreachableFault,
  unremovableFault,
} from './warehouse-input.ts'
import type { PatientWarehouseServices } from './warehouse-services.ts'

const input = z.strictObject({
  warehouseId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  settings: z
    .record(z.string().max(100), givenMember.nullable())
    .default({})
    .meta({ description: 'Those that change; null removes one.' }),
  secrets: z
    .record(z.string().max(100), z.string().max(20_000).nullable())
    .default({})
    .meta({ description: 'Those that change, and all that are sent where the address leads elsewhere.' }),
  intervalSeconds: intervalSecondsSchema.optional(),
  /** Whether personal data is left out, rather than kept or hashed. */
  excludesPersonal: z.boolean().optional(),
  /** Hashes it under this key instead. */
  personalKey: personalKeySchema.optional(),
  tables: tablesSchema.optional(),
  /** Whether it has the events of the ledger too. */
  hasLedger: z.boolean().optional(),
  /** Whether it shows the mail addresses of people: no longer where personal data is left out. */
  hasMailAddresses: z.boolean().optional(),
  oldTables: z.enum(['keep', 'drop']).optional().meta({
    description: 'What happens to the rows in the old place, or in tables that are left out; only for these.',
  }),
})

type Call = ActCall<z.output<typeof input>, PatientWarehouseServices>
type Members = Readonly<Record<string, unknown>>
type Place = { settings: Record<string, unknown>; secrets: WarehouseSecrets; location: string }

/**
 * Changes what is given and keeps the rest. Settings and secrets need a recent login, are tried first, under the bounds
 * of the caller. A new place is filled from the start; another choice of personal data rewrites every row. Throws what
 * creating one throws, and `conflict` if the warehouse is edited meanwhile.
 */
export const editWarehouseAct = defineOperation({
  name: 'warehouse.edit',
  summary:
    'Change a warehouse and keep the rest. A new address or secret is tried first; a new place is filled from the start.',
  demands: 'admin',
  input,
  http: {
    ...{ method: 'post', path: '/warehouses/{id}/edit' },
    errors: ['not_found', 'conflict', 'login_required', 'rate_limited'],
    // A cloud may have to wake up, and rows of the old place may have to be removed.
    ...{ timeoutMs: 120_000, takesLong: true },
  },
  faultOf: (cause) => unreachableFault(unremovableFault(cause)),
  around: async (call: Call, commit): Promise<StoredWarehouse> => {
    const { services, caller, input: given } = call
    const { warehouseId: id, orgId: org } = given
    const before = await getWarehouse(services.database, { warehouseId: id, orgId: org })
    const isPlaceGiven = [given.settings, given.secrets].some((members) => Object.keys(members).length > 0)
    if (isPlaceGiven || given.personalKey !== undefined) demandRecentLogin(caller, services.nowMs())
    const stored = (await openWarehouseSecrets(services.database, services.secretBox, before)) ?? {}
    const place = isPlaceGiven ? await readPlace(call, { before, stored }) : undefined
    const isMoved = place !== undefined && place.location !== before.location
    const tables = given.tables === undefined ? before.tables : given.tables
    const hasLedger = given.hasLedger ?? before.hasLedger
    const personal = await readPersonal(call, before)
    const { excludesPersonal } = personal
    demandTablesOf({ tables, excludesPersonal })
    const hasMailAddresses = given.hasMailAddresses ?? (before.hasMailAddresses && !excludesPersonal)
    demandMailAddressesOf({ excludesPersonal, hasMailAddresses })
    // What is left out with personal data is removed by the next sync, whatever was chosen.
    const kept = chosenTables({ tables, excludesPersonal: before.excludesPersonal, hasLedger })
    const leftOut = chosenTables(before).filter((table) => !kept.includes(table))
    checkOldTables(given.oldTables, { isNeeded: isMoved || leftOut.length > 0, location: before.location })
    const bounds = boundsFor(caller, services)
    const hasBounds = before.hasBounds || (isPlaceGiven && bounds !== undefined)
    if (place !== undefined) {
      await demandFreePlace(call, { before, place })
      const kind = getWarehouseKind(before.kind, services.kinds)
      const ownBounds = hasBounds ? (bounds ?? services.warehouseBounds ?? tightestBounds) : undefined
      await tryWarehouse(services, {
        ...{ kind, orgId: before.orgId, tables, excludesPersonal, hasLedger },
        ...{ ...place, bounds: ownBounds },
      })
    }
    const { name, settings, location, intervalMs } = before
    const edit = {
      ...{ settings, location, tables, hasLedger, hasMailAddresses, hasBounds },
      ...place,
      secrets: place?.secrets,
      name: given.name ?? name,
      intervalMs: given.intervalSeconds === undefined ? intervalMs : given.intervalSeconds * secondMs,
      ...personal,
    }
    const hasLease = given.oldTables === 'drop'
    const effect = effectOf({ before, edit, isMoved })
    const finish = () => commitEdit(call, commit, { before, stored, edit: { ...edit, effect, hasLease } })
    if (!hasLease) return finish()
    const { onWait, waitMs } = services
    const { warehouseId, orgId } = before
    return dropWarehouseWithTables(
      services,
      { warehouseId, orgId },
      {
        ...{ onWait, waitMs, forget: finish },
        ...(!isMoved && { tables: leftOut }),
      },
    )
  },
  output: warehouseDocument,
})

/** Returns settings and secrets as the kind accepts them together. */
async function readPlace(
  { services, caller, input: given }: Call,
  { before, stored }: { before: StoredWarehouse; stored: WarehouseSecrets },
): Promise<Place> {
  const kind = getWarehouseKind(before.kind, services.kinds)
  const settings = withoutNulls({ ...before.settings, ...given.settings })
  demandFileRights(caller, { kind, settings })
  demandSentSecrets(kind, { before: before.settings, after: settings, given: given.secrets, stored })
  const read = readKindInput(kind, { settings, secrets: withoutNulls({ ...stored, ...given.secrets }) })
  return { ...read, location: await kind.locationOf(read) }
}

/** A secret that is sent is known to those who gave it, not to everyone who may change where it goes. */
function demandSentSecrets(
  { options }: WarehouseKind,
  { before, after, given, stored }: { before: Members; after: Members; given: Members; stored: Members },
): void {
  const moved = Object.entries(options).find(
    ([member, option]) =>
      'takesSecrets' in option && receiverOf(before[member]) !== receiverOf(after[member]),
  )
  if (moved === undefined) return
  const issues: Issue[] = Object.entries(options).flatMap(([member, option]) =>
    'secret' in option && !option.isLocal && stored[member] !== undefined && given[member] === undefined
      ? [{ path: `secrets.${member}`, message: `is needed again, because the ${moved[0]} leads elsewhere` }]
      : [],
  )
  if (issues.length === 0) return
  throw new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}

function receiverOf(value: unknown): unknown {
  return typeof value === 'string' ? (URL.parse(value)?.origin ?? value) : value
}

/** What becomes of personal data. `personalKey` is undefined where it stays. Throws RejectedError `invalid_request`. */
async function readPersonal(
  { services, input: { excludesPersonal, personalKey } }: Call,
  before: StoredWarehouse,
): Promise<Pick<WarehouseEdit, 'excludesPersonal' | 'personalKey'>> {
  if (personalKey === undefined) {
    const isLeft = excludesPersonal === undefined || !before.hashesPersonal
    return {
      excludesPersonal: excludesPersonal ?? before.excludesPersonal,
      personalKey: isLeft ? undefined : null,
    }
  }
  const stored = await openPersonalKey(services.database, services.secretBox, before)
  return { excludesPersonal: true, personalKey: personalKey === stored ? undefined : personalKey }
}

function checkOldTables(
  oldTables: 'keep' | 'drop' | undefined,
  { isNeeded, location }: { isNeeded: boolean; location: string },
): void {
  if (isNeeded === (oldTables !== undefined)) return
  const message = isNeeded
    ? `expected keep or drop, for the rows in ${location}`
    : 'expected only if the place changes or a table is left out'
  throw new RejectedError('invalid_request', 'The input is not valid.', {
    issues: [{ path: 'oldTables', message }],
  })
}

/** Before anything is dropped; the store refuses it in any case. */
async function demandFreePlace(
  { services }: Call,
  { before, place: { location } }: { before: StoredWarehouse; place: Place },
): Promise<void> {
  const others = await listWarehouses(services.database, before.orgId)
  const isTaken = others.some(
    (one) => one.warehouseId !== before.warehouseId && one.kind === before.kind && one.location === location,
  )
  if (isTaken) {
    throw new RejectedError('conflict', 'Another warehouse of the workspace writes to the same place.')
  }
}

function effectOf({
  before,
  edit,
  isMoved,
}: {
  before: StoredWarehouse
  edit: Omit<WarehouseEdit, 'effect' | 'hasLease'>
  isMoved: boolean
}): WarehouseEdit['effect'] {
  if (isMoved) return 'moves'
  const isOther =
    edit.excludesPersonal !== before.excludesPersonal ||
    edit.hasMailAddresses !== before.hasMailAddresses ||
    edit.personalKey !== undefined
  if (isOther) return 'rewrites'
  const isSame =
    edit.secrets === undefined &&
    edit.hasLedger === before.hasLedger &&
    isDeepStrictEqual(edit.tables, before.tables)
  return isSame ? 'none' : 'opens'
}

/** Throws RejectedError `conflict` if the warehouse is no longer as it was read. */
function commitEdit(
  { services, input: { oldTables } }: Call,
  commit: Commit,
  { before, stored, edit }: { before: StoredWarehouse; stored: WarehouseSecrets; edit: WarehouseEdit },
): Promise<StoredWarehouse> {
  const { warehouseId } = before
  return commit(async (transaction) => {
    await lockWarehouse(transaction, warehouseId)
    const present = await getWarehouse(transaction, before)
    const secrets = (await openWarehouseSecrets(transaction, services.secretBox, before)) ?? {}
    if (
      !isDeepStrictEqual([warehouseAudit.stateOf(present), secrets], [warehouseAudit.stateOf(before), stored])
    ) {
      throw new RejectedError('conflict', 'The warehouse was changed meanwhile. Review it, then try again.')
    }
    const after = await editWarehouse(transaction, services.secretBox, { warehouseId, ...edit })
    // What changed in a secret is not shown, but that it did.
    const replaced = Object.keys({ ...stored, ...edit.secrets }).filter(
      (member) => edit.secrets !== undefined && edit.secrets[member] !== stored[member],
    )
    const states = {
      before: warehouseAudit.stateOf(before),
      after: {
        ...warehouseAudit.stateOf(after),
        ...(replaced.length > 0 && { replaced }),
        ...(typeof edit.personalKey === 'string' && { personalKey: 'replaced' }),
        ...(oldTables && { oldTables }),
      },
    }
    return { result: after, change: changeBetween({ ...warehouseAudit.targetOf(after), ...states }) }
  })
}

function withoutNulls(members: Members): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
