import { findNewestSecret, type Source } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import type { Sender } from '@signalpost/intake-client'
import { findScheme } from '@signalpost/signatures'
import type { ActServices } from '../define-act.ts'

/** What sending as a source needs. */
export type SendingServices = Pick<ActServices, 'database' | 'secretBox'> & {
  /** How senders reach the intake; empty where the process was not given it. */
  readonly intakeUrl: string
}

/**
 * Returns a sender that signs as a source, with its newest secret. Throws RejectedError `conflict` if it has none, or if the intake's
 * address is not known.
 */
export async function openSender(
  { database, secretBox, intakeUrl }: SendingServices,
  { sourceId, scheme: name, settings }: Source,
): Promise<Sender> {
  const scheme = findScheme(name)
  if (scheme === undefined) throw new Error(`The source has the unknown scheme ${name}.`)
  if (intakeUrl === '') {
    throw new RejectedError(
      'conflict',
      'Where the intake listens is not known here. Set SIGNALPOST_INTAKE_URL.',
    )
  }
  const secret = await findNewestSecret(database, secretBox, sourceId)
  if (secret === undefined) throw new RejectedError('conflict', 'The source has no valid secret. Rotate it.')
  return { url: `${intakeUrl}/hooks/${sourceId}`, scheme, settings, secret }
}
