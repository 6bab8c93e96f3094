import { findNewestSecret, getSource } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import type { Sender } from '@signalpost/intake-client'
import { findScheme } from '@signalpost/signatures'
import type { CommandContext } from '../../command/context.ts'
import { getIntakeBase, intakeUrlOf } from '../../installation/service-urls.ts'

/** Returns a sender that sends as a source, with the source's newest secret. Throws RejectedError. */
export async function openSender(
  { config, database, secretBox }: Pick<CommandContext, 'config' | 'database' | 'secretBox'>,
  reference: { sourceId: string; orgId?: string | undefined },
): Promise<Sender & { orgId: string }> {
  const source = await getSource(database, reference)
  const scheme = findScheme(source.scheme)
  if (scheme === undefined) throw new Error(`The source has the unknown scheme ${source.scheme}.`)
  const secret = await findNewestSecret(database, secretBox, source.sourceId)
  if (secret === undefined) {
    throw new RejectedError(
      'signature_invalid',
      'The source has no valid secret. Create one with ./signalpost source rotate.',
    )
  }
  const url = intakeUrlOf(getIntakeBase(config), source.sourceId)
  return { url, scheme, settings: source.settings, secret, orgId: source.orgId }
}
