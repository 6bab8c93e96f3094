import type { SourceSecret } from '@signalpost/database/access'
import { minuteOf } from '@signalpost/domain'

/** What the uses of a secret in the last hour and the last 24 h say about revoking it. */
export type SecretVerdict = 'only' | 'in_use' | 'fading' | 'safe_to_revoke' | 'ended'

/** A secret of a source without its text, and the verdict on revoking it. */
export type JudgedSecret = Pick<SourceSecret, 'secretId' | 'createdAt' | 'endsAt' | 'lastUsedAt'> & {
  /** The share of the source's verified requests, from 0 to 1. */
  share: { '1h': number; '24h': number }
  /** The number of those requests, which would be refused without the secret. */
  uses: { '1h': number; '24h': number }
  verdict: SecretVerdict
  /** The verdict in words. */
  words: string
}

type Judged = Pick<JudgedSecret, 'endsAt' | 'lastUsedAt' | 'share' | 'verdict'>
type Context = {
  isNewest: boolean
  /** Whether the source had verified requests in the last hour. */
  hadRequests: boolean
}

/** Says in words whether a secret may be revoked, and why. Times are in UTC. */
export function describeVerdict(secret: Judged, context: Context): string {
  return sentences[secret.verdict](secret, context)
}

const sentences: Record<JudgedSecret['verdict'], (secret: Judged, context: Context) => string> = {
  only: () => 'The only secret: without it, every request is refused.',
  in_use: (secret, context) => {
    const [period, share] = context.hadRequests
      ? ['last hour', secret.share['1h']]
      : ['last 24 hours', secret.share['24h']]
    return context.isNewest
      ? `In use: ${percent(share)} of the ${period} came with it.`
      : `Not yet: ${percent(share)} of the ${period} still came with it${lastUse(secret)}.`
  },
  fading: (secret, context) => {
    if (secret.lastUsedAt === null) return 'Not used yet: hand it over to the sender.'
    if (context.isNewest) return `Hardly used${lastUse(secret)}: see that the sender signs with it.`
    return `Not yet: less than 1 % came with it${lastUse(secret)}. It must be silent for 24 hours.`
  },
  safe_to_revoke: (secret) =>
    secret.lastUsedAt === null
      ? 'Safe to revoke: it was never used, and another secret is in use.'
      : `Safe to revoke: not used for 24 hours${lastUse(secret)}.`,
  ended: ({ endsAt }) => (endsAt === null ? 'Ended.' : `Ended at ${minuteOf(endsAt)}.`),
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0).replace(/\.0$/, '')} %`
}

function lastUse({ lastUsedAt }: Judged): string {
  return lastUsedAt === null ? '' : `, last at ${minuteOf(lastUsedAt)}`
}
