import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../programs/find-free-port.ts'
import { type RedisServer, startRedis } from './start-redis.ts'

export type RedisCluster = { url: string; nodes: RedisServer[]; stop: () => Promise<void> }

const slotRanges = [
  [0, 5460],
  [5461, 10922],
  [10923, 16383],
] as const

const readyLimitMs = 20_000
const pollMs = 50

/** Starts three masters that share the slots of one Redis Cluster. The URL lists all of them. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const nodes: RedisServer[] = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  try {
    const first = await startNode(1, slotRanges[0])
    nodes.push(first.node)
    for (const [index, range] of slotRanges.slice(1).entries()) {
      const { node } = await startNode(index + 2, range)
      nodes.push(node)
      await node.call('CLUSTER', 'MEET', '127.0.0.1', first.node.port, first.busPort)
    }
    await waitUntilWhole(nodes)
    return { url: nodes.map((node) => node.url).join(','), nodes, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

async function startNode(
  epoch: number,
  [from, to]: readonly [number, number],
): Promise<{ node: RedisServer; busPort: number }> {
  const busPort = await findFreePort()
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-node-timeout': '2000',
  }
  const node = await startRedis({ settings })
  // Nodes that meet with equal epochs must settle them first, which takes seconds.
  await node.call('CLUSTER', 'SET-CONFIG-EPOCH', epoch)
  await node.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
  return { node, busPort }
}

async function waitUntilWhole(nodes: RedisServer[]): Promise<void> {
  const deadline = performance.now() + readyLimitMs
  for (;;) {
    const reports = await Promise.all(nodes.map((node) => node.call('CLUSTER', 'INFO')))
    const whole = reports.every((report) => {
      const text = String(report)
      return text.includes('cluster_state:ok') && text.includes(`cluster_size:${nodes.length}`)
    })
    if (whole) return
    if (performance.now() > deadline) throw new Error(`the cluster does not form: ${String(reports[0])}`)
    await sleep(pollMs)
  }
}
