import { commandLineCaller, performAct } from '@signalpost/administration'
import { endAllAccessAct } from '@signalpost/administration/login'
import { createDatabase } from '@signalpost/database'
import { startEmbeddedPostgres } from '@signalpost/embedded-postgres'
import { commandLineUser } from '../../command/command-line-user.ts'

/**
 * Ends what a restored database lets in: its sessions, links and invitations may have ended after the backup. Returns a
 * sentence about it for the terminal. It needs no master key.
 */
export async function endRestoredAccess(
  dataDir: string,
  { nowMs }: { nowMs: () => number },
): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir })
  const { database } = createDatabase({
    url: server.url,
    applicationName: 'signalpost restore',
    onConnectionError: () => undefined,
  })
  try {
    const caller = commandLineCaller(commandLineUser())
    await performAct({ database, nowMs }, { caller, act: endAllAccessAct, input: {} })
    return 'Everyone is logged out, and open links and invitations have ended. API keys and assistants that ended after the backup work again: compare ./signalpost key list and ./signalpost assistant list with what you know.'
  } catch {
    // A backup of an earlier version has another schema until the first start migrates it.
    return 'Sessions and invitations of the backup are still open. After the first start, run: ./signalpost person log-out-all'
  } finally {
    await database.destroy()
    await server.stop()
  }
}
