import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillText } from './fill-text.ts'
import { readSteps } from './read-steps.ts'
import { createServerHome, type ServerHome } from './server-home.ts'
import {
  configure,
  createPasswords,
  type DebianPostgres,
  placeServer,
  productUrl,
  startPrimary,
} from './start-debian-postgres.ts'

/** A server that pgBackRest backs up, by the steps of `docs/operating/backup-and-restore.md`. */
export type BackedUpPostgres = {
  url: string
  home: ServerHome
  backUp: (type: 'full' | 'incr') => Promise<void>
  /** Resolves once everything that was written so far is in the archive. */
  archive: () => Promise<void>
  query: DebianPostgres['query']
  /** Ends the server permanently, like a lost machine. */
  lose: () => Promise<void>
  /** Restores into an empty directory up to a moment, and starts that. Returns its URL. */
  restore: (moment: string) => Promise<{ url: string }>
  /** Returns the steps of the document that were not taken so far. */
  stepsLeftOut: () => string[]
  stop: () => Promise<void>
}

const example = join(import.meta.dirname, '../../../infra/pgbackrest/pgbackrest.conf')
const document = 'docs/operating/backup-and-restore.md'
const restoredPath = '/var/lib/postgresql/15/restored'

export async function startBackedUpPostgres(): Promise<BackedUpPostgres> {
  const passwords = createPasswords()
  const home = createServerHome()
  const { take, rest } = readSteps(document)
  const configPath = join(home.path, 'pgbackrest.conf')
  const withConfig = (containing: string, changes: Record<string, string> = {}): string =>
    fillText(take(containing), { 'pgbackrest ': `pgbackrest --config=${configPath} `, ...changes })
  try {
    const settings = [take('archive_mode = '), withConfig('archive_command = ')]
    const server = await startPrimary(home, { name: 'primary', passwords, settings })
    home.write(
      'pgbackrest.conf',
      fillText(readFileSync(example, 'utf8'), {
        '/var/lib/pgbackrest': home.makeDirectory('repository'),
        '/run/pgbackrest': home.makeDirectory('locks'),
        '/var/log/pgbackrest': home.makeDirectory('logs'),
        '/var/lib/postgresql/15/main': server.dataPath,
        'pg1-port=5432': `pg1-port=${server.port}`,
        '/var/run/postgresql': server.dataPath,
      }),
    )
    await home.run(withConfig('stanza-create'))
    return {
      url: productUrl(server.port, passwords),
      home,
      backUp: (type) => home.run(withConfig(`--type=${type}`)),
      archive: () => home.run(withConfig(' check')),
      query: server.query,
      lose: () => home.run(`pg_ctl -D ${server.dataPath} -m immediate stop`),
      restore: async (moment) => {
        const restored = await placeServer(home, { name: 'restored', passwords })
        home.makeDirectory('restored')
        const changes = { [restoredPath]: restored.dataPath }
        await home.run(withConfig('--type=time', { ...changes, '2026-11-23 14:05:00+00': moment }))
        configure(home, restored)
        await home.run(
          fillText(take('pg_ctl'), { ...changes, '/var/lib/postgresql/15/log': restored.logPath }),
        )
        return { url: productUrl(restored.port, passwords) }
      },
      stepsLeftOut: rest,
      stop: home.remove,
    }
  } catch (error) {
    await home.remove()
    throw error
  }
}
