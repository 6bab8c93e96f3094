import type { Database } from '@signalpost/database'
import {
  getSource,
  groupRejections,
  listWorkspaceRejections,
  type Rejection,
} from '@signalpost/database/access'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { adviseSender, type Diagnosis, explainRefusal, findings } from '@signalpost/signatures'
import { z } from 'zod'
import { defineDocument } from '../define-operation.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  source: idSchema.optional().meta({ description: 'The source that they were for.' }),
})

const most = 1_000

/** Why a request was refused, in codes and in words. */
const explained = {
  reason: z.string(),
  finding: z.string().nullable().meta({ description: 'What explains it; null where nothing looked.' }),
  detail: z.string().nullable(),
  explanation: z.string().meta({ description: 'Why, in words.' }),
  advice: z.string().nullable().meta({ description: 'A sentence for the sender.' }),
}

/** Throws RejectedError `not_found` for a source that the workspace does not have. */
export const listRejectionsRead = defineDocument({
  name: 'rejection.list',
  summary: 'See the requests that were refused, the newest first.',
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/rejections', errors: ['not_found'] },
  read: async ({ services: { database }, input: { orgId, source: sourceId } }) => {
    if (sourceId !== undefined) await getSource(database, { orgId, sourceId })
    return listNewestRejections(database, { orgId, sourceId, limit: most })
  },
  output: {
    description: 'The last 1,000 requests. Nothing of their content was kept.',
    schema: z.object({
      items: z.array(
        z.object({
          ...{ sourceId: z.string(), at: z.iso.datetime(), bytes: z.int(), address: z.string() },
          ...explained,
        }),
      ),
      nextCursor: z.null(),
    }),
    of: (rejections) => ({
      items: rejections.map(({ at, ...rejection }) => ({ ...rejection, at: at.toISOString() })),
      nextCursor: null,
    }),
  },
})

/** Throws RejectedError `not_found`, as above. */
export const groupRejectionsRead = defineDocument({
  name: 'rejection.group',
  summary: 'See what explains the requests that were refused.',
  demands: 'viewer',
  input,
  http: {
    ...{ method: 'get', path: '/rejections/groups', errors: ['not_found'] },
    operationId: 'groupRejections',
  },
  read: async ({ services: { database, nowMs }, input: { orgId, source: sourceId } }) => {
    if (sourceId !== undefined) await getSource(database, { orgId, sourceId })
    return (await groupRejections(database, { orgId, sourceId, nowMs: nowMs() })).map(explain)
  },
  output: {
    description:
      'The refused requests that the logs keep, by source and explanation, the last refused first.',
    schema: z.object({
      items: z.array(
        z.object({
          sourceId: z.string(),
          ...explained,
          count: z.int(),
          firstAt: z.iso.datetime(),
          lastAt: z.iso.datetime(),
          share: z
            .number()
            .meta({ description: 'Of all requests to the source in the last 24 hours, 0 to 1.' }),
          addresses: z.array(z.string()).max(5).meta({ description: 'The most frequent senders.' }),
          addressCount: z.int(),
        }),
      ),
    }),
    of: (groups) => ({
      items: groups.map(({ firstAt, lastAt, ...group }) => ({
        ...group,
        ...{ firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      })),
    }),
  },
})

/** The reason in words, and one sentence of advice for the sender; null if the request was not examined. */
type Explained = { explanation: string; advice: string | null }
/** A refused request, explained. */
export type JudgedRejection = Rejection & Explained & { sourceId: string }

/** Returns the newest refused requests of a workspace, or of one of its sources. */
export async function listNewestRejections(
  database: Database,
  of: Parameters<typeof listWorkspaceRejections>[1],
): Promise<JudgedRejection[]> {
  return (await listWorkspaceRejections(database, of)).map(explain)
}

function explain<Refused extends Pick<Rejection, 'reason' | 'finding' | 'detail'>>(
  rejection: Refused,
): Refused & Explained {
  const diagnosis = diagnosisOf(rejection)
  if (diagnosis === undefined) return { ...rejection, explanation: sayReason(rejection.reason), advice: null }
  return { ...rejection, explanation: explainRefusal(diagnosis), advice: adviseSender(diagnosis) }
}

function diagnosisOf({ finding, detail }: Pick<Rejection, 'finding' | 'detail'>): Diagnosis | undefined {
  const known = findings.find((one) => one === finding)
  return known === undefined ? undefined : { finding: known, ...(detail !== null && { detail }) }
}

/** Says why a request was refused, as far as its reason does: of what has no finding, or was recorded by a later version. */
export function sayReason(reason: string): string {
  return reasons[reason] ?? `Refused: ${reason.replaceAll('_', ' ')}`
}

const reasons: Record<string, string> = {
  missing: 'The signature header is missing',
  repeated: 'The signature header came more than once',
  malformed: 'The signature header is not in the format of the scheme',
  mismatch: 'The signature does not match',
  stale: 'The timestamp of the signature is out of tolerance',
  no_secret: 'The source has no valid secret',
  disabled: 'The source is disabled',
}
