import type { Database, DatabaseTransaction } from '../database.ts'

/** What a command line says of itself when it asks a person to let it in. */
export type AskingDevice = {
  /** What the computer calls itself. Nothing verifies it. */
  hostName: string
  address: string
  agent: string | null
}

/** A command line that waits for a person, as the page shows it. */
export type DeviceLogin = AskingDevice & { createdAt: Date; endsAt: Date; isDecided: boolean }

/** What a poll finds. */
export type PolledLogin = {
  endsAt: Date
  polledAt: Date | null
  intervalSeconds: number
  isDecided: boolean
  /** Null until a person allows it, and where they denied it. */
  personId: string | null
  /** The session that it became. */
  sessionId: string | null
}

/** How long polls find codes that have expired. */
const keptMs = 60 * 60_000

/** Stores a request of a command line. */
export async function createDeviceLogin(
  database: Database,
  {
    nowMs,
    ...login
  }: AskingDevice & {
    deviceSha256: Buffer
    userSha256: Buffer
    nowMs: number
    endsMs: number
    intervalSeconds: number
  },
): Promise<void> {
  await database
    .insertInto('device_logins')
    .values({
      device_sha256: login.deviceSha256,
      user_sha256: login.userSha256,
      host_name: login.hostName,
      address: login.address,
      agent: login.agent,
      created_at: new Date(nowMs),
      ends_at: new Date(login.endsMs),
      interval_seconds: login.intervalSeconds,
    })
    .execute()
}

/** Removes requests that are over. Returns how many. */
export async function pruneDeviceLogins(database: Database, { nowMs }: { nowMs: number }): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('device_logins')
    .where('ends_at', '<', new Date(nowMs - keptMs))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the request that a person's code names; undefined once it is over. */
export async function findDeviceLogin(
  database: Database,
  { userSha256, nowMs }: { userSha256: Buffer; nowMs: number },
): Promise<DeviceLogin | undefined> {
  const row = await database
    .selectFrom('device_logins')
    .select(['host_name as hostName', 'address', 'agent', 'created_at as createdAt', 'ends_at as endsAt'])
    .select((expression) => expression('decided_at', 'is not', null).as('isDecided'))
    .where('user_sha256', '=', userSha256)
    .where('ends_at', '>', new Date(nowMs))
    .executeTakeFirst()
  // The cast: a comparison with null is never null.
  return row && { ...row, isDecided: row.isDecided as boolean }
}

/** Records the decision of a person, null for a denial. Returns whether this call decided. */
export async function decideDeviceLogin(
  transaction: Database | DatabaseTransaction,
  { userSha256, personId, nowMs }: { userSha256: Buffer; personId: string | null; nowMs: number },
): Promise<boolean> {
  const now = new Date(nowMs)
  const { numUpdatedRows } = await transaction
    .updateTable('device_logins')
    .set({ decided_at: now, person_id: personId })
    .where('user_sha256', '=', userSha256)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the request of a device code, also once it is over, and lets no other poll of it go on meanwhile. */
export async function lockDeviceLogin(
  transaction: DatabaseTransaction,
  { deviceSha256 }: { deviceSha256: Buffer },
): Promise<PolledLogin | undefined> {
  const row = await transaction
    .selectFrom('device_logins')
    .select(['ends_at as endsAt', 'polled_at as polledAt', 'interval_seconds as intervalSeconds'])
    .select(['person_id as personId', 'session_id as sessionId'])
    .select((expression) => expression('decided_at', 'is not', null).as('isDecided'))
    .where('device_sha256', '=', deviceSha256)
    .forUpdate()
    .executeTakeFirst()
  // The cast: a comparison with null is never null.
  return row && { ...row, isDecided: row.isDecided as boolean }
}

/** Records when a command line asked, and how long it has to wait from now on. */
export async function recordDevicePoll(
  transaction: DatabaseTransaction,
  { deviceSha256, intervalSeconds, nowMs }: { deviceSha256: Buffer; intervalSeconds: number; nowMs: number },
): Promise<void> {
  await transaction
    .updateTable('device_logins')
    .set({ polled_at: new Date(nowMs), interval_seconds: intervalSeconds })
    .where('device_sha256', '=', deviceSha256)
    .execute()
}

/** Notes which session a request became. */
export async function takeDeviceLogin(
  transaction: DatabaseTransaction,
  { deviceSha256, sessionId }: { deviceSha256: Buffer; sessionId: string },
): Promise<void> {
  await transaction
    .updateTable('device_logins')
    .set({ session_id: sessionId })
    .where('device_sha256', '=', deviceSha256)
    .execute()
}
