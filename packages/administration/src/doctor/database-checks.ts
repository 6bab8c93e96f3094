import { type ChannelServices, findChannel } from '@signalpost/channels'
import {
  checkSchema,
  checkWritable,
  type Database,
  findDaysWithoutPartitions,
  inspectSecrets,
  inspectStore,
  measureClockSkewMs,
  readSchemaState,
  type SecretBox,
} from '@signalpost/database'
import { findFailingChannels, type PresentTrouble } from '@signalpost/database/dispatches'
import { loadChannels } from '@signalpost/database/rules'
import { countSchedules, findListenerTroubles } from '@signalpost/database/searching'
import { readWarehouseHealth } from '@signalpost/database/warehouses'
import { degradedReason, nameFailure } from '@signalpost/domain'
import { describeRewrite } from '@signalpost/sync'
import { readCanaryState } from '../canary/read-canary-state.ts'
import { auditLogCheck } from './audit-log-check.ts'
import { cellCheck } from './cell-check.ts'
import { connectionsCheck } from './connections-check.ts'
import { bad, type Check, good, weak } from './define-check.ts'
import { describeListenerTrouble } from './describe-listener-trouble.ts'
import { serverChecks } from './server-checks.ts'

const oldestVersionNumber = 150_000
const partitionDays = 7
const shownChannels = 5
const shownListeners = 5
const clockSkewMs = 5_000
const migrate = 'Run ./signalpost migrate.'
const rotateRemedy = 'Run ./signalpost key rotate-master.'
const dropKeyRemedy =
  'Remove it from SIGNALPOST_MASTER_KEY. Links in mails from before the rotation end with it.'
const masterKeyRemedy = 'Set SIGNALPOST_MASTER_KEY to the key under which the secrets were stored.'

/** What the checks of the database need. */
export type DatabaseCheckContext = {
  database: Database
  secretBox: SecretBox
  cell: string
  nowMs: () => number
  smtp: ChannelServices['smtp']
}

/** Checks of the database and of what is in it. The command line runs them, and the console. */
export const databaseChecks: readonly Check<DatabaseCheckContext>[] = [
  {
    name: 'database',
    after: 'configuration',
    remedy: 'Start the server, or correct DATABASE_URL.',
    run: async ({ database }) => {
      await inspectStore(database)
      return good('it responds')
    },
  },
  {
    name: 'writable',
    after: 'database',
    remedy: 'Point DATABASE_URL at the primary.',
    run: async ({ database }) => {
      await checkWritable(database)
      return good('it is a primary that takes writes')
    },
  },
  {
    name: 'postgresql version',
    after: 'database',
    remedy: 'Use PostgreSQL 15 or newer.',
    run: async ({ database }) => {
      const { versionNumber, versionText } = await inspectStore(database)
      if (versionNumber >= oldestVersionNumber) return good(versionText)
      return bad(versionText, 'Use PostgreSQL 15 or newer.')
    },
  },
  {
    name: 'durability',
    after: 'database',
    remedy: 'Check the settings of the server.',
    run: async ({ database }) => {
      const { synchronousCommit, fsync, fullPageWrites } = await inspectStore(database)
      if (synchronousCommit !== 'on') {
        return bad(
          `synchronous_commit is ${synchronousCommit}`,
          'Let connections set synchronous_commit to on.',
        )
      }
      if (fsync === 'on' && fullPageWrites === 'on') return good('a commit is on disk before it is answered')
      return weak(
        `fsync is ${fsync}, full_page_writes is ${fullPageWrites}: a crash of the machine can lose what was accepted`,
        'Set both to on, unless this is a test.',
      )
    },
  },
  {
    name: 'schema',
    after: 'database',
    remedy: migrate,
    run: async ({ database }) => {
      const state = await readSchemaState(database)
      checkSchema(state)
      if (state.unknown.length === 0) return good('as new as this version')
      return good(`ahead of this version (${state.unknown.join(', ')}), which may run beside the newer one`)
    },
  },
  auditLogCheck,
  connectionsCheck,
  ...serverChecks,
  {
    name: 'partitions',
    after: 'schema',
    remedy: migrate,
    run: async ({ database, nowMs }) => {
      const days = await findDaysWithoutPartitions(database, { nowMs: nowMs(), days: partitionDays })
      if (days.length === 0) return good(`there for the next ${partitionDays} days`)
      return bad(`none for ${days.join(', ')}`, `Start a worker, which creates them. ${migrate}`)
    },
  },
  {
    name: 'clock',
    after: 'database',
    remedy: 'Synchronise the clocks.',
    run: async ({ database }) => {
      const skewMs = Math.round(await measureClockSkewMs(database))
      const message = `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead of'} the database`
      return Math.abs(skewMs) < clockSkewMs ? good(message) : bad(message, 'Synchronise the clocks.')
    },
  },
  {
    name: 'master key',
    after: 'schema',
    remedy: masterKeyRemedy,
    run: async ({ database, secretBox }) => {
      const { openedBy, stale, lockedOwners } = await inspectSecrets(database, secretBox)
      if (lockedOwners.length > 0) {
        const [first] = lockedOwners
        return bad(
          `no key opens the secrets of ${lockedOwners.length} of them, such as ${first}`,
          masterKeyRemedy,
        )
      }
      if (stale.length > 0) {
        return weak(`${stale.length} secrets are still sealed under the old key`, rotateRemedy)
      }
      const count = openedBy.reduce((sum, opened) => sum + opened, 0)
      if (secretBox.keys > 1 && count > 0) return weak('the old key opens no secret', dropKeyRemedy)
      return good(`it opens all ${count} stored secrets`)
    },
  },
  cellCheck,
  {
    name: 'channels',
    after: 'schema',
    remedy: migrate,
    run: async ({ database, secretBox, smtp, nowMs }) => {
      const channels = await loadChannels(database, secretBox)
      if (channels.length === 0) return undefined
      const gaps = channels.flatMap(({ kind, enabled }) =>
        enabled ? (findChannel(kind)?.findGap?.({ smtp }) ?? []) : [],
      )
      if (gaps[0] !== undefined) return bad(`${gaps.length} of ${channels.length} cannot send`, gaps[0])
      // What a person disabled or paused is so on purpose.
      const failing = await findFailingChannels(database, nowMs())
      if (failing.length === 0) return good(`none of ${channels.length} fails`)
      const shown = failing.slice(0, shownChannels).map(describeFailingChannel)
      const rest = failing.length > shown.length ? [`and ${failing.length - shown.length} more`] : []
      return weak(
        `${failing.length} of ${channels.length} ${needs(failing.length)} a person; ${[...shown, ...rest].join('; ')}`,
        './signalpost channel test ID says what the other side answers; channel enable sends through a disabled one again.',
      )
    },
  },
  {
    name: 'warehouses',
    after: 'schema',
    remedy: migrate,
    run: async ({ database }) => {
      const warehouses = await readWarehouseHealth(database)
      if (warehouses.length === 0) return undefined
      const degraded = warehouses.flatMap((warehouse) => {
        const reason = warehouse.isPaused ? null : degradedReason(warehouse)
        return reason === null ? [] : [`${warehouse.warehouseId}: ${reason}`]
      })
      if (degraded.length === 0) {
        const rewrites = warehouses.flatMap(({ warehouseId, rewrite }) =>
          rewrite === null ? [] : [`${warehouseId} ${describeRewrite(rewrite)}`],
        )
        return good([`none of ${warehouses.length} is degraded`, ...rewrites].join('; '))
      }
      // A degraded warehouse delays nothing else and is retried indefinitely.
      return weak(
        `${degraded.length} of ${warehouses.length} ${degraded.length === 1 ? 'is' : 'are'} degraded; ${degraded.join('; ')}`,
        'Fix the causes; ./signalpost warehouse sync retries at once.',
      )
    },
  },
  {
    name: 'listeners',
    after: 'schema',
    remedy: migrate,
    run: async ({ database }) => {
      const listeners = await countSchedules(database)
      if (listeners === 0) return undefined
      const troubles = await findListenerTroubles(database)
      if (troubles.length === 0) return good(`all ${listeners} find what they look for, or are paused`)
      const failing = new Set(troubles.map(({ orgId, listenerId }) => `${orgId} ${listenerId}`)).size
      const shown = troubles.slice(0, shownListeners).map(describeListenerTrouble)
      const rest = troubles.length > shown.length ? [`and ${troubles.length - shown.length} more`] : []
      // One that fails delays no other and is tried again indefinitely.
      return weak(
        `${failing} of ${listeners} ${needs(failing)} a person; ${[...shown, ...rest].join('; ')}`,
        './signalpost listener show ID --workspace O says what each search needs; platform list says what a platform needs.',
      )
    },
  },
  {
    name: 'canary',
    after: 'schema',
    remedy: migrate,
    run: async ({ database, nowMs }) => {
      const state = await readCanaryState(database, { nowMs: nowMs() })
      if (state === undefined) return undefined
      const { failing, silentSince, stages } = state
      if (silentSince !== null) {
        return bad(
          `no worker has followed it since ${silentSince.toISOString()}`,
          'Start a worker: ./signalpost worker.',
        )
      }
      if (failing !== undefined) {
        return bad(`${failing.stage}: ${failing.error}`, './signalpost canary status shows every stage.')
      }
      return good(`it reaches ${stages.map(({ stage }) => stage).join(', ')}`)
    },
  },
]

function needs(count: number): string {
  return count === 1 ? 'needs' : 'need'
}

function describeFailingChannel({ kind, subjectId, reason }: PresentTrouble): string {
  const why = reason === null ? '' : `: ${nameFailure(reason)}`
  return `${subjectId} is ${kind.replace('channel_', '')}${why}`
}
