import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isOver } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { type ApiKey, hashApiSecret, recordApiKeyUse } from '@signalpost/database/access'
import { checkCell, findCellOfKey, RejectedError } from '@signalpost/domain'
import { clientAddress, type Logger, type Networks, requestId } from '@signalpost/runtime'
import { createKnownKeys } from './known-keys.ts'

const useRecordedEveryMs = 10_000
const bearerKey = /^(?i:Bearer) +(spk_(?:[a-z0-9]{2,4}_)?([0-9A-Za-z]{1,64})_([0-9A-Za-z]{1,128}))$/
const noDigest = Buffer.alloc(32)

/** The caller: a workspace's key, the member that it acts as, and where the request came from. */
export type Caller = Pick<ApiKey, 'keyId' | 'orgId' | 'memberId' | 'scopes'> & {
  address: string
  requestId: string
}

export type Authenticate = (request: IncomingMessage) => Promise<Caller>

/**
 * Identifies the key of a request. Throws RejectedError `misdirected_request` for a key of another cell, `unauthorized`,
 * the same for every other cause, or `rate_limited` for an address that tries many ids.
 */
export function createAuthenticator({
  cell,
  database,
  logger,
  trustedProxies,
  nowMs,
}: {
  /** The cell of this installation. */
  cell: string
  database: Database
  logger: Logger
  trustedProxies: Networks
  nowMs: () => number
}): Authenticate {
  const findKey = createKnownKeys({ database, nowMs })
  const useRecordedAtMs = new Map<string, number>()

  const recordUse = (keyId: string): void => {
    const usedAtMs = nowMs()
    if (usedAtMs - (useRecordedAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < useRecordedEveryMs) return
    useRecordedAtMs.set(keyId, usedAtMs)
    recordApiKeyUse(database, { keyId, usedAt: new Date(usedAtMs) }).catch((error: unknown) =>
      logger.info({ err: error, keyId }, 'api-key.use-not-recorded'),
    )
  }

  return async (request) => {
    const address = clientAddress(request, trustedProxies)
    const [, apiKey, keyId, secret] = bearerKey.exec(authorizationOf(request) ?? '') ?? []
    if (apiKey === undefined || keyId === undefined || secret === undefined) throw unauthorized()
    checkCell(findCellOfKey(apiKey), cell)
    const key = await findKey(keyId, address)
    const isRight = timingSafeEqual(hashApiSecret(secret), key?.secretSha256 ?? noDigest)
    if (key === undefined || !isRight || !isValid(key, nowMs())) throw unauthorized()
    recordUse(keyId)
    const { orgId, memberId, scopes } = key
    return { keyId, orgId, memberId, scopes, address, requestId: requestId(request) }
  }
}

/** Returns the header, unless there are several: Node would use the first. */
function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  return count === 1 ? headers.authorization : undefined
}

function isValid({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || !isOver(expiresAt.getTime(), nowMs))
}

function unauthorized(): RejectedError {
  return new RejectedError('unauthorized', 'A valid API key is needed.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
