import type { Database } from '@signalpost/database'
import { getSource, listSourceSecrets, type SourceSecret } from '@signalpost/database/access'
import { dayMs } from '@signalpost/domain'
import type { JudgedSecret, SecretVerdict } from './describe-verdict.ts'
import { describeVerdict } from './describe-verdict.ts'

/** A smaller share of the last hour is the remainder of a rotation. */
const usedShare = 0.01

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
    const words = describeVerdict(judged, { isNewest: index === 0, hadRequests: hour > 0, now })
    return { ...judged, uses: { '1h': secret.usesOfHour, '24h': secret.usesOfDay }, words }
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
