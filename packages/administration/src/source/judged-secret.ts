import type { SourceSecret } from '@signalpost/database/access'

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
