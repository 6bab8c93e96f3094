import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { cephPackages } from '../programs/find-ceph.ts'
import { findFreePort } from '../programs/find-free-port.ts'

export type CephServer = {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  stop: () => Promise<void>
}

const readyLimitMs = 60_000
const pollMs = 100
const remedy = `apt-get install --no-install-recommends ${cephPackages}`

const run = promisify(execFile)

/**
 * Starts Ceph with its S3 interface on a free port of 127.0.0.1: one monitor, one object store in memory, one gateway,
 * and one user who may create buckets. It ends with this process and loses its data.
 */
export async function startCeph(): Promise<CephServer> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-ceph-'))
  const guard = guardDirectory(directory)
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const child of started.toReversed()) await end(child)
    await guard.release()
  }
  try {
    const [monitorPort, legacyPort, port] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const fsid = randomUUID()
    const config = join(directory, 'ceph.conf')
    const addresses = `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${legacyPort}]`
    writeFileSync(config, describeCluster({ directory, fsid, addresses, port }))
    for (const name of ['monitor', 'store', 'run']) mkdirSync(join(directory, name))
    const call = (program: string, ...options: string[]) => run(program, ['-c', config, ...options])
    const serve = (program: string, ...options: string[]) => {
      const child = spawn(program, ['-c', config, ...options, '-f'], { stdio: 'ignore' })
      started.push(child)
      return child
    }

    const map = join(directory, 'monmap')
    await run('monmaptool', ['--create', '--addv', 'a', addresses, '--fsid', fsid, map])
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    serve('ceph-mon', '-i', 'a')
    const store = randomUUID()
    await call('ceph', 'osd', 'new', store)
    await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
    serve('ceph-osd', '-i', '0')
    const gateway = serve('radosgw', '-n', 'client.admin')
    const accessKey = randomUUID()
    const secretKey = randomUUID()
    const keys = [`--access-key=${accessKey}`, `--secret-key=${secretKey}`]
    await call('radosgw-admin', 'user', 'create', '--uid=tests', '--display-name=tests', ...keys)
    const endpoint = `http://127.0.0.1:${port}`
    await untilReady(endpoint, { gateway, log: join(directory, 'client.admin.log') })
    return { endpoint, region: 'default', accessKey, secretKey, stop }
  } catch (cause) {
    await stop()
    throw new Error(`Ceph did not start. Its programs come with: ${remedy}`, { cause })
  }
}

type Cluster = { directory: string; fsid: string; addresses: string; port: number }

/** No keys among its own processes, and so no encryption, which a gateway would otherwise request. */
function describeCluster({ directory, fsid, addresses, port }: Cluster): string {
  return `
[global]
fsid = ${fsid}
mon host = ${addresses}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms client mode = crc
ms service mode = crc
ms cluster mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
run dir = ${directory}/run
admin socket = ${directory}/run/$name.$pid.asok
log file = ${directory}/$name.log
paxos propose interval = 0.05
mon allow pool size one = true
mon data avail crit = 1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
[mon.a]
mon data = ${directory}/monitor
[osd.0]
osd data = ${directory}/store
osd objectstore = memstore
memstore device bytes = 4294967296
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw run sync thread = false
`
}

async function untilReady(
  endpoint: string,
  { gateway, log }: { gateway: ChildProcess; log: string },
): Promise<void> {
  const deadline = Date.now() + readyLimitMs
  for (;;) {
    const response = await fetch(endpoint).catch(() => undefined)
    if (response?.ok) return
    if (gateway.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the gateway does not answer: ${readFileSync(log, 'utf8').slice(-1000)}`)
    }
    await sleep(pollMs)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
