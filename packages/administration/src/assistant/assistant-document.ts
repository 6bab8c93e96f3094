import type { Assistant } from '@signalpost/database/assistants'
import { findPeopleNames } from '@signalpost/database/people'
import { scopes } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { clientSchema, describeClient } from './client-document.ts'

/** An assistant with what its caller sees of it. */
export type ShownAssistant = Assistant & { personName: string | null; isOwn: boolean; isExpired: boolean }

export const assistantDocument = {
  description: 'The assistant.',
  schema: z.object({
    assistantId: z.string(),
    orgId: z.string(),
    client: clientSchema,
    personId: z.string(),
    personName: z.string().nullable(),
    scopes: z.array(z.enum(scopes)),
    since: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    state: z.enum(['connected', 'expired', 'ended']),
    endReason: z
      .enum(['person', 'admin', 'membership', 'client', 'reuse'])
      .nullable()
      .meta({ description: '`reuse`: a code or a refresh token was used again when it no longer might be.' }),
    isOwn: z.boolean(),
  }),
  of: ({ createdAt, usedAt, endsAt, endedAt, isExpired, ...assistant }: ShownAssistant) => {
    const { assistantId, orgId, personId, personName, endReason, isOwn } = assistant
    return {
      ...{ assistantId, orgId, client: describeClient(assistant), personId, personName },
      ...{ scopes: assistant.scopes, endReason, isOwn, since: createdAt.toISOString() },
      ...{ lastUsedAt: usedAt?.toISOString() ?? null, expiresAt: endsAt.toISOString() },
      endedAt: endedAt?.toISOString() ?? null,
      state:
        endedAt !== null ? ('ended' as const) : isExpired ? ('expired' as const) : ('connected' as const),
    }
  },
}

/** Adds to assistants what their caller sees of them. */
export async function showAssistants(
  {
    services: { database, nowMs },
    caller,
  }: Pick<ActCall<unknown, Pick<ActServices, 'database' | 'nowMs'>>, 'services' | 'caller'>,
  assistants: readonly Assistant[],
): Promise<ShownAssistant[]> {
  const names = await findPeopleNames(
    database,
    assistants.map(({ personId }) => personId),
  )
  return assistants.map((assistant) => ({
    ...assistant,
    personName: names.get(assistant.personId) ?? null,
    isOwn: assistant.personId === caller.actor.id,
    isExpired: !(assistant.endsAt.getTime() > nowMs()),
  }))
}
