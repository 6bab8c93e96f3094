import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, runHAProxy, waitUntil } from '@signalpost/testing'
import { runStatement } from '../../bench/stage/start-bench-postgres.ts'
import { fillText } from './fill-text.ts'
import { readSteps } from './read-steps.ts'
import { createServerHome, type ServerHome } from './server-home.ts'
import {
  createPasswords,
  type DebianPostgres,
  type Passwords,
  placeServer,
  productUrl,
  startPrimary,
} from './start-debian-postgres.ts'

/** A primary and its synchronous standby behind HAProxy, set up by the steps of `docs/operating/failover.md`. */
export type FailoverPair = {
  /** The product's database, through HAProxy. */
  url: string
  /** Kills the primary, promotes the standby, and runs `whenPromoted`. Then the old primary follows as standby. */
  failOver: (whenPromoted: () => Promise<void>) => Promise<void>
  /** Returns the steps of the document that were not taken so far. */
  stepsLeftOut: () => string[]
  stop: () => Promise<void>
}

const example = join(import.meta.dirname, '../../../infra/proxies/haproxy-postgresql.cfg')
const document = 'docs/operating/failover.md'
const dataPath = '/var/lib/postgresql/15/main'
const logPath = '/var/lib/postgresql/15/log'

export async function startFailoverPair(): Promise<FailoverPair> {
  const passwords = createPasswords()
  const home = createServerHome()
  try {
    let primary = await startPrimary(home, { name: 'one', passwords })
    let standby = await placeServer(home, { name: 'two', passwords })
    const steps = openSteps(home, passwords)
    await steps.createRoles(primary)
    await steps.follow(standby, primary)
    const port = await findFreePort()
    const url = productUrl(port, passwords)
    const config = fillText(readFileSync(example, 'utf8'), {
      '127.0.0.1:5432': `127.0.0.1:${port}`,
      '10.0.0.11:5432': `127.0.0.1:${primary.port}`,
      '10.0.0.12:5432': `127.0.0.1:${standby.port}`,
    })
    const balancer = await runHAProxy({
      configPath: home.write('haproxy.cfg', config),
      isReady: () => answers(url),
    })
    return {
      url,
      failOver: async (whenPromoted) => {
        await steps.kill(primary)
        await steps.promote(standby)
        await whenPromoted()
        rmSync(primary.dataPath, { recursive: true })
        ;[primary, standby] = [standby, primary]
        await steps.follow(standby, primary)
      },
      stepsLeftOut: steps.rest,
      stop: async () => {
        await balancer.stop()
        await home.remove()
      },
    }
  } catch (error) {
    await home.remove()
    throw error
  }
}

function openSteps(home: ServerHome, { replicator }: Passwords) {
  const { take, rest } = readSteps(document)
  const on = ({ dataPath: own }: DebianPostgres, containing: string, changes: Record<string, string> = {}) =>
    home.run(fillText(take(containing), { [dataPath]: own, ...changes }))
  return {
    rest,
    createRoles: async (primary: DebianPostgres): Promise<void> => {
      await primary.query(fillText(take('create role replicator'), { '…': replicator }))
      await primary.query(take('create role haproxy'))
    },
    follow: async (standby: DebianPostgres, primary: DebianPostgres): Promise<void> => {
      await on(standby, 'pg_basebackup', {
        'host=10.0.0.11 port=5432': `host=127.0.0.1 port=${primary.port}`,
        'password=…': `password=${replicator}`,
      })
      // Both servers are on one machine, so each needs a port of its own.
      await on(standby, 'hot_standby', { '= off': `= off\nport = ${standby.port}` })
      await on(standby, ' start', { [logPath]: standby.logPath })
      await primary.query(take('alter system'))
      await primary.query(take('pg_reload_conf'))
      await waitUntil('commits wait for the standby', async () => {
        const followers = await primary.query(take('pg_stat_replication'))
        return followers.some((one) => one.sync_state === 'sync')
      })
    },
    kill: (primary: DebianPostgres) => on(primary, ' stop'),
    promote: (standby: DebianPostgres) => on(standby, ' promote'),
  }
}

async function answers(url: string): Promise<boolean> {
  // HAProxy closes connections until it has checked the primary.
  return runStatement(url, 'select').then(
    () => true,
    () => false,
  )
}
