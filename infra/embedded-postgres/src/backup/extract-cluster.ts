import { chownSync, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createHome, type Place } from '../create-cluster.ts'
import { openCluster } from '../ensure-cluster.ts'
import { readClusterHome } from '../files/cluster-home.ts'
import { socketDirectoryOf } from '../files/socket-directory.ts'
import { ownServer } from '../start-embedded-postgres.ts'
import { clusterFolder } from './manifest.ts'
import { readBackup } from './read-backup.ts'

type ExtractOptions = Place & { file: string; dataDir: string; signal: AbortSignal | undefined }

/** Extracts a backup into a home of its own, and lets the database recover there. Returns the home. */
export function extractCluster(
  handle: FileHandle,
  { parent, account, file, dataDir, signal }: ExtractOptions,
): Promise<string> {
  return createHome({ parent, account }, async ({ home }) => {
    await readBackup(handle, {
      file,
      receive: async ({ path, isDirectory, content }) => {
        const target = join(home, path)
        if (isDirectory) mkdirSync(target, { mode: 0o700 })
        else await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal })
        const isOfServer = path.startsWith(`${clusterFolder}/`)
        if (account !== undefined && isOfServer) chownSync(target, account.uid, account.gid)
      },
    })
    // Its first start after a backup also writes every file to disk.
    const cluster = openCluster(readClusterHome(home))
    const server = await ownServer({ cluster, dataDir, durable: true, listen: 'socket' })
    await server.stop()
    // Named after the home, so that of the final home is another.
    rmSync(socketDirectoryOf(cluster.home), { recursive: true, force: true })
  })
}
