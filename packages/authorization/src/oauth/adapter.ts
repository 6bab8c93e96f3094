import type { Database } from '@signalpost/database'
import {
  consumeArtifact,
  dropArtifact,
  dropArtifactsOfGrant,
  endAssistantOfArtifact,
  findArtifact,
  hashArtifact,
  storeArtifact,
} from '@signalpost/database/assistants'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'

/** How many tokens a refresh token may be exchanged for, by processes of one client that share it. */
const mostSuccessors = 10

type Settings = {
  database: Database
  nowMs: () => number
  /** How long a refresh token may be used again. */
  reuseMs: number
  onReuse: () => void
}

/** What the provider remembers, in the store. Values that open something are stored as hashes alone. */
export function createAdapter(settings: Settings): AdapterFactory {
  return (model) => (model === 'Session' ? noSessions : artifactsOf(model, settings))
}

/** The provider's own session would name a person, whom only the console knows. */
const noSessions: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

function artifactsOf(model: string, { database, nowMs, reuseMs, onReuse }: Settings): Adapter {
  const isRefreshToken = model === 'RefreshToken'
  const keyOf = (value: string): Buffer => hashArtifact(model, value)
  const endReused = async (artifactSha256: Buffer): Promise<never> => {
    onReuse()
    await endAssistantOfArtifact(database, { artifactSha256, nowMs: nowMs(), reason: 'reuse' })
    throw new errors.InvalidGrant('the grant was used again')
  }
  return {
    upsert: async (value, { jti: _value, ...payload }, seconds) => {
      if (seconds === undefined) throw new Error(`${model} has no end`)
      await storeArtifact(database, {
        ...{ artifactSha256: keyOf(value), model, payload },
        assistantId: payload.accountId ?? null,
        grantId: payload.grantId ?? null,
        endsAt: new Date(nowMs() + seconds * 1_000),
      })
    },
    find: async (value) => {
      const found = await findArtifact(database, { artifactSha256: keyOf(value), nowMs: nowMs() })
      if (found === undefined) return undefined
      // That it was consumed stays hidden from the provider: `consume` decides, for all processes at once.
      return { ...(found.payload as AdapterPayload), ...(model !== 'Client' && { jti: value }) }
    },
    consume: async (value) => {
      const artifactSha256 = keyOf(value)
      const consumption = await consumeArtifact(database, {
        ...{ artifactSha256, nowMs: nowMs() },
        mostUses: isRefreshToken ? mostSuccessors : 1,
        firstSinceMs: nowMs() - reuseMs,
      })
      if (consumption === 'over') await endReused(artifactSha256)
      if (consumption === 'exhausted') {
        // The successors still work: a client's own processes can come this far.
        if (isRefreshToken) throw new errors.InvalidGrant('the refresh token was used too often')
        await endReused(artifactSha256)
      }
    },
    destroy: async (value) => {
      const artifactSha256 = keyOf(value)
      if (model === 'Grant') {
        await endAssistantOfArtifact(database, { artifactSha256, nowMs: nowMs(), reason: 'client' })
      }
      await dropArtifact(database, { artifactSha256 })
    },
    revokeByGrantId: (grantId) => dropArtifactsOfGrant(database, { grantId }),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}
