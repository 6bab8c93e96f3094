import { findChannel } from '@signalpost/channels'
import { findMigrationAgeMs } from '@signalpost/database'
import { loadChannels, replaceChannelSecrets, replaceChannelSettings } from '@signalpost/database/rules'
import { dayMs, findOpeningUrls, openUrls, sealUrls } from '@signalpost/domain'
import type { ActServices } from '../define-act.ts'

/** The first migration of the versions that read sealed URLs. */
const migration = '0091-platform-shares'

/**
 * Seals the URLs that earlier versions stored among the settings, and returns how many channels had one. Workers of those
 * versions cannot send to them then, so this waits until a day after the migration, when none should run any more.
 */
export async function sealStoredUrls({
  database,
  secretBox,
}: Pick<ActServices, 'database' | 'secretBox'>): Promise<number> {
  const ageMs = await findMigrationAgeMs(database, migration)
  if (ageMs === undefined || ageMs < dayMs) return 0
  let sealed = 0
  for (const { channelId, kind: kindName, settings, secrets: valid } of await loadChannels(
    database,
    secretBox,
  )) {
    const kind = findChannel(kindName)
    const [newest] = valid
    if (kind === undefined || newest === undefined || findOpeningUrls(kind, settings).length === 0) continue
    const { secretId, values } = newest
    const after = sealUrls(kind, {
      settings,
      secrets: textsOf(openUrls(kind, { settings, secrets: values }).secrets),
    })
    await database.transaction().execute(async (transaction) => {
      const change = { channelId, from: settings, to: after.settings }
      // A person who changed the channel meanwhile sealed it.
      if (!(await replaceChannelSettings(transaction, change))) return
      await replaceChannelSecrets(transaction, secretBox, { channelId, secretId, secrets: after.secrets })
      sealed += 1
    })
  }
  return sealed
}

function textsOf(secrets: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, String(secret)]))
}
