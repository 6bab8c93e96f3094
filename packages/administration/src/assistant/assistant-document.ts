import { isLoopback } from '@signalpost/authorization'
import type { Assistant, AssistantClient } from '@signalpost/database/assistants'
import { findPeopleNames } from '@signalpost/database/people'
import { scopes } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import type { ActCall, ActServices } from '../define-act.ts'

export const clientSchema = z.object({
  name: z.string().meta({ description: 'What the client says of itself.' }),
  host: z.string().nullable().meta({ description: 'What its metadata document proves; null: unverified.' }),
  returnsTo: z.string().meta({ description: 'The host, or the scheme of an app, to which people go back.' }),
  returnsBy: z.enum(['web', 'loopback', 'app']).meta({
    description: '`loopback`: a program on the computer of the browser. `app`: a scheme of its own.',
  }),
})

export function describeClient({
  clientName,
  clientHost,
  redirectUri,
}: AssistantClient): z.infer<typeof clientSchema> {
  const redirect = new URL(redirectUri)
  const isWeb = redirect.protocol === 'https:' || redirect.protocol === 'http:'
  return {
    ...{ name: clientName, host: clientHost, returnsTo: isWeb ? redirect.host : redirect.protocol },
    returnsBy: !isWeb ? 'app' : isLoopback(redirect) ? 'loopback' : 'web',
  }
}

export const assistantAudit = auditing('assistant', (assistant: Assistant) => {
  const { personId, clientName, clientHost, redirectUri, scopes, endsAt, endedAt, endReason } = assistant
  return { personId, clientName, clientHost, redirectUri, scopes, endsAt, endedAt, endReason }
})

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
