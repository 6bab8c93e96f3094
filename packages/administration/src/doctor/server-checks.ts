import { type Database, measureStore } from '@signalpost/database'
import { bad, type Check, good, weak } from './define-check.ts'
import { listAlive } from './list-alive.ts'

const bytesPerMegabyte = 1_000_000
const standbyLagBytesMost = 256 * bytesPerMegabyte

/** Checks of what surrounds the database: its standbys, its archive, and the versions that run on it. */
export const serverChecks: readonly Check<{ database: Database }>[] = [
  {
    name: 'standbys',
    after: 'database',
    remedy: 'Check pg_stat_replication on the primary.',
    run: async ({ database }) => {
      const { standbys, standbyLagBytes } = await measureStore(database)
      if (standbys === 0) return undefined
      if (standbyLagBytes === undefined) {
        return weak(
          `${standbys} connected; their lag is hidden from this role`,
          'Grant pg_read_all_stats to the role of DATABASE_URL.',
        )
      }
      const lag = `${standbys} connected, the slowest ${inMegabytes(standbyLagBytes)} behind`
      if (standbyLagBytes <= standbyLagBytesMost) return good(lag)
      return weak(lag, 'A failover would lose that much: look at the standby and at the network to it.')
    },
  },
  {
    name: 'wal archive',
    after: 'database',
    remedy: 'Check pg_stat_archiver.',
    run: async ({ database }) => {
      const { archive } = await measureStore(database)
      if (archive === undefined) return undefined
      if (!archive.isFailing) return good('the last attempt succeeded')
      return bad(
        'the last attempt to archive WAL failed, so it fills the disk and backups lack it',
        'Read the log of PostgreSQL and correct archive_command.',
      )
    },
  },
  {
    name: 'versions',
    after: 'schema',
    remedy: 'Check the table processes.',
    run: async ({ database }) => {
      const alive = await listAlive(database)
      const byVersion = Map.groupBy(alive, ({ version }) => version)
      const [only] = byVersion.keys()
      if (only === undefined) return undefined
      if (byVersion.size === 1) return good(`${alive.length} running, all ${only}`)
      const mixed = [...byVersion].map(([version, those]) => `${version} (${namesOf(those)})`)
      return weak(`mixed: ${mixed.sort().join(', ')}`, 'Finish the upgrade: run one version everywhere.')
    },
  },
]

function namesOf(processes: readonly { name: string }[]): string {
  return processes.map(({ name }) => name).join(' ')
}

function inMegabytes(bytes: number): string {
  return `${(bytes / bytesPerMegabyte).toFixed(1)} MB`
}
