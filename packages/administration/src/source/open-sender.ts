import { findNewestSecret, type Source } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import type { Sender } from '@signalpost/intake-client'
import { findScheme } from '@signalpost/signatures'
import type { ActServices } from '../define-act.ts'

/** What sending as a source needs. */
export type SendingServices = Pick<ActServices, 'database' | 'secretBox'> & {
  /** How senders reach the intake. */
  readonly intakeUrl: string
}

/** Returns a sender that signs as a source, with its newest secret. Throws RejectedError `conflict` if it has none. */
export async function openSender(
  { database, secretBox, intakeUrl }: SendingServices,
  { sourceId, scheme: name, settings }: Source,
): Promise<Sender> {
  const scheme = findScheme(name)
  if (scheme === undefined) throw new Error(`The source has the unknown scheme ${name}.`)
  const secret = await findNewestSecret(database, secretBox, sourceId)
  if (secret === undefined) throw new RejectedError('conflict', 'The source has no valid secret. Rotate it.')
  return { url: `${intakeUrl}/hooks/${sourceId}`, scheme, settings, secret }
}
