import { type ApiKey, listApiKeys, listNewestApiKeys } from '@signalpost/database/access'
import { findPeopleNames } from '@signalpost/database/people'
import { dayMs, orgIdSchema, scopes } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import type { ActServices } from '../define-act.ts'
import { definePages } from '../define-operation.ts'

export const keyAudit = auditing('key', ({ name, memberId, scopes, expiresAt, revokedAt }: ApiKey) => ({
  ...{ name, memberId, scopes, expiresAt, revokedAt },
}))

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

export const listKeysRead = definePages({
  name: 'key.list',
  summary: "List a workspace's API keys, without their secrets, newest first.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/keys', errors: [] },
  output: { ...keyDocument, description: 'A page of keys, without their secrets.' },
  /** `createdAt` is PostgreSQL's text: it has microseconds. */
  cursor: z.object({ createdAt: z.string(), id: z.string() }),
  read: async ({ services: { database }, input }): Promise<ListedKey[]> =>
    (await listApiKeys(database, input)).toReversed(),
  readPage: async ({ services: { database }, input: { orgId } }, { limit, after }) => {
    const found = await listNewestApiKeys(database, { orgId }, { limit: limit + 1, after })
    const { items: keys, last } = takePage(found, limit)
    const owners = keys.flatMap(({ owner }) => (owner === null ? [] : [owner.id]))
    const names = await findPeopleNames(database, owners)
    return {
      items: keys.map((key) => ({ ...key, ownerName: names.get(key.owner?.id ?? '') })),
      nextAfter: last && { createdAt: last.createdAtExactly, id: last.keyId },
    }
  },
})
