import type { ApiKey } from '@signalpost/database/access'
import { dayMs, scopes } from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../define-act.ts'

const keySchema = z.object({
  keyId: z.string(),
  name: z.string().nullable(),
  memberId: z.string(),
  owner: z
    .object({ kind: z.string(), id: z.string(), name: z.string().nullable() })
    .nullable()
    .meta({ description: 'Who made it; null if that is not known.' }),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  state: z.enum(['active', 'unused', 'expired', 'revoked']).meta({
    description: '`unused`: valid, but not used for 90 days.',
  }),
})

const unusedAfterMs = 90 * dayMs

/** Pages know the names of owners. */
export type ListedKey = ApiKey & { ownerName?: string | null | undefined }

export const keyDocument = {
  description: 'The key.',
  schema: keySchema,
  of: (key: ListedKey, { nowMs }: Pick<ActServices, 'nowMs'>) => describeKey(key, nowMs()),
}

export function describeKey(key: ListedKey, nowMs: number): z.infer<typeof keySchema> {
  const { keyId, name, memberId, scopes: granted, createdAt, expiresAt, revokedAt, lastUsedAt, owner } = key
  return {
    ...{ keyId, name, memberId, scopes: granted, state: stateOf(key, nowMs) },
    owner: owner && { ...owner, name: key.ownerName ?? null },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function stateOf({ createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey, nowMs: number) {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return 'expired'
  return nowMs - (lastUsedAt ?? createdAt).getTime() > unusedAfterMs ? 'unused' : 'active'
}
