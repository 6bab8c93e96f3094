import type { SourceSecret } from '@signalpost/database/access'

export type SecretVerdict = 'only' | 'in_use' | 'fading' | 'safe_to_revoke' | 'ended'

export type JudgedSecret = Pick<SourceSecret, 'secretId' | 'createdAt' | 'endsAt' | 'lastUsedAt'> & {
  /** Of the source's verified requests, from 0 to 1. */
  share: { '1h': number; '24h': number }
  /** How many verified requests that is: what would have been refused without the secret. */
  uses: { '1h': number; '24h': number }
  verdict: SecretVerdict
  /** The verdict in words. */
  words: string
}
