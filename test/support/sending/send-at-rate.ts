import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { waitUntil } from '@signalpost/testing'
import { sendSigned } from './send-signed.ts'
import type { SignedSource } from './sender.ts'

export type RatedLoad = {
  /** Resolves once this many more requests are answered or have failed. */
  untilAnswered: (count: number) => Promise<void>
  /** Stops sending, waits for all answers, and returns the results: answers by status, failures by code. */
  end: () => Promise<{
    sent: number
    statuses: Record<number, number>
    failures: Record<string, number>
  }>
}

const tickMs = 10
const timeoutMs = 30_000
const waitLimitMs = 60_000

/**
 * Sends signed pings at a fixed rate, whether or not earlier ones are answered; every other one on a new connection.
 */
export function sendAtRate({
  url,
  sources,
  ratePerSecond,
}: {
  url: string
  sources: readonly SignedSource[]
  ratePerSecond: number
}): RatedLoad {
  const agent = new Agent({ keepAlive: true })
  const startedAtMs = performance.now()
  const sending = new Set<Promise<void>>()
  const statuses: Record<number, number> = {}
  const failures: Record<string, number> = {}
  let sent = 0
  let ended = 0

  const sendOne = async (index: number): Promise<void> => {
    const source = sources[index % sources.length]
    if (source === undefined) throw new Error('There are no sources.')
    try {
      const { status } = await sendPing(url, source, index % 2 === 0 ? agent : false)
      statuses[status] = (statuses[status] ?? 0) + 1
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      failures[code] = (failures[code] ?? 0) + 1
    }
    ended += 1
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAtMs) / 1_000) * ratePerSecond)
    while (sent < due) {
      const one: Promise<void> = sendOne(sent).finally(() => sending.delete(one))
      sending.add(one)
      sent += 1
    }
  }, tickMs)

  return {
    untilAnswered: async (count) => {
      const wanted = ended + count
      await waitUntil('requests are answered', () => ended >= wanted, { limitMs: waitLimitMs })
    },
    end: async () => {
      clearInterval(timer)
      await Promise.all(sending)
      agent.destroy()
      return { sent, statuses, failures }
    },
  }
}

function sendPing(url: string, source: SignedSource, agent: Agent | false): Promise<{ status: number }> {
  const event = {
    id: `evt_${randomUUID()}`,
    type: 'ping',
    occurredAt: new Date().toISOString(),
    orgId: source.orgId,
    data: {},
  }
  const body = Buffer.from(JSON.stringify(event))
  return sendSigned(url, source, { body, agent, timeoutMs })
}
