import type { Database } from '@signalpost/database'
import { getSource, listSecretHours, listSourceSecrets, type SourceSecret } from '@signalpost/database/access'
import { dayMs } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocumentList } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { describeVerdict, type JudgedSecret, type SecretVerdict } from './describe-verdict.ts'
import { rotationSteps, rotationStepsOf } from './rotate-source.ts'
import { sourceReference } from './source-document.ts'

/** A smaller share of the last hour is the remainder of a rotation. */
const usedShare = 0.01

const byPeriod = z.object({ '1h': z.number(), '24h': z.number() })
const moment = z.iso.datetime().nullable()

/** Throws RejectedError `not_found`. */
export const listSecretsRead = defineDocumentList({
  name: 'source.secrets',
  summary: "List a source's secrets, how much of its traffic each signs, and which are safe to revoke.",
  demands: 'viewer',
  input: sourceReference,
  http: {
    ...{ method: 'get', path: '/sources/{id}/secrets', errors: ['not_found'] },
    operationId: 'listSecrets',
  },
  read: ({ services: { database }, input: reference }) => listJudgedSecrets(database, reference),
  idOf: ({ secretId }) => secretId,
  output: {
    description: 'The secrets without their text, the newest first, and how far a rotation has come.',
    schema: z.object({
      secretId: z.string(),
      createdAt: z.iso.datetime(),
      ...{ endsAt: moment, lastUsedAt: moment },
      share: byPeriod.meta({ description: "Of the source's verified requests, from 0 to 1." }),
      uses: byPeriod.meta({ description: 'How many requests that is.' }),
      verdict: z.enum(['only', 'in_use', 'fading', 'safe_to_revoke', 'ended']),
      words: z.string().meta({ description: 'The verdict in words.' }),
    }),
    of: ({ createdAt, endsAt, lastUsedAt, ...secret }: JudgedSecret) => ({
      ...secret,
      ...{ createdAt: createdAt.toISOString(), endsAt: textOf(endsAt), lastUsedAt: textOf(lastUsedAt) },
    }),
  },
  beside: {
    shape: {
      hours: z
        .array(z.object({ secretId: z.string(), hour: z.iso.datetime(), uses: z.int() }))
        .meta({ description: 'Requests that each secret verified, by hour, in the last 48 hours.' }),
      steps: z
        .array(z.object({ step: z.enum(rotationSteps), isDone: z.boolean() }))
        .meta({ description: 'Of a rotation; empty for a source that has had one secret only.' }),
    },
    read: async ({ services: { database }, input: reference }, secrets) => ({
      hours: (await listSecretHours(database, reference)).map(({ hour, ...used }) => ({
        ...{ ...used, hour: hour.toISOString() },
      })),
      steps: rotationStepsOf(secrets),
    }),
  },
})

/**
 * Returns a source's secrets, the newest first, with the verdict on revoking each. Throws RejectedError `not_found`.
 */
export async function listJudgedSecrets(
  database: Database,
  reference: { sourceId: string; orgId?: string | undefined },
): Promise<JudgedSecret[]> {
  await getSource(database, reference)
  const { secrets, now } = await listSourceSecrets(database, reference)
  return judgeSecrets(secrets, now)
}

/** Judges all secrets of one source at the moment `now`. */
export function judgeSecrets(secrets: SourceSecret[], now: Date): JudgedSecret[] {
  const hour = sum(secrets.map(({ usesOfHour }) => usesOfHour))
  const day = sum(secrets.map(({ usesOfDay }) => usesOfDay))
  const isEnded = ({ endsAt }: SourceSecret): boolean => endsAt !== null && endsAt <= now
  const shareOf = ({ usesOfHour, usesOfDay }: SourceSecret) => ({
    '1h': hour === 0 ? 0 : usesOfHour / hour,
    '24h': day === 0 ? 0 : usesOfDay / day,
  })
  const isInUse = (secret: SourceSecret): boolean => shareOf(secret)[hour === 0 ? '24h' : '1h'] >= usedShare
  const valid = secrets.filter((secret) => !isEnded(secret))
  const judge = (secret: SourceSecret): SecretVerdict => {
    if (isEnded(secret)) return 'ended'
    if (valid.length === 1) return 'only'
    if (isInUse(secret)) return 'in_use'
    // A secret that its sender has not begun to use is young, not obsolete.
    const idleSince = secret.lastUsedAt ?? secret.createdAt
    const isIdle = now.getTime() - idleSince.getTime() >= dayMs
    return isIdle && valid.some((other) => other !== secret && isInUse(other)) ? 'safe_to_revoke' : 'fading'
  }
  return secrets.map((secret, index) => {
    const { secretId, createdAt, endsAt, lastUsedAt } = secret
    const judged = { secretId, createdAt, endsAt, lastUsedAt, share: shareOf(secret), verdict: judge(secret) }
    const words = describeVerdict(judged, { isNewest: index === 0, hadRequests: hour > 0 })
    return { ...judged, uses: { '1h': secret.usesOfHour, '24h': secret.usesOfDay }, words }
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
