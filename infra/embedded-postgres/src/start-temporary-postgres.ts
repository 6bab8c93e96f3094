import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster } from './create-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { openCluster } from './ensure-cluster.ts'
import { readClusterHome } from './files/cluster-home.ts'
import { guardDirectory } from './files/guard-directory.ts'
import { sharedRoot } from './files/shared-root.ts'
import { canAccountWriteIn, chooseServerAccount } from './server/server-account.ts'
import type { StopMode } from './server/stop-server.ts'
import { type EmbeddedPostgres, ownServer } from './start-embedded-postgres.ts'

/**
 * For tests: starts an empty server that keeps nothing. `stop` removes its files; if this process dies, even by
 * SIGKILL, server and files are removed too.
 */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  const account = chooseServerAccount()
  const parent = [tmpdir(), '/tmp', sharedRoot].find((candidate) => canAccountWriteIn(account, candidate))
  if (parent === undefined) throw new EmbeddedPostgresError('failed', 'no temporary directory is writable')
  const directory = mkdtempSync(join(parent, 'signalpost-postgres-'))
  chmodSync(directory, account === undefined ? 0o700 : 0o711)

  const guard = guardDirectory(directory)
  try {
    const home = await createCluster({ parent: directory, account, durable: false })
    const cluster = openCluster(readClusterHome(home))
    const server = await ownServer({ cluster, dataDir: directory, durable: false, listen: 'any-port' })
    const stop = async (mode: StopMode = 'immediate') => {
      await server.stop(mode)
      await guard.release()
    }
    return { ...server, stop }
  } catch (cause) {
    await guard.release()
    throw cause
  }
}
