import { RejectedError } from '@signalpost/domain'
import type { CliConfig } from '../../config.ts'

/** Throws if the database is not the embedded one. `advice` says what to do instead. */
export function requireEmbedded({ isEmbedded }: CliConfig, advice: string): void {
  if (isEmbedded) return
  throw new RejectedError(
    'invalid_request',
    `This command is for the embedded database only, and DATABASE_URL names another. ${advice}`,
  )
}
