import { waitUntil } from '@signalpost/testing'
import type { Reading } from '../define-figure.ts'
import { openClient } from '../load/open-client.ts'
import { requestBytes } from '../load/request-bytes.ts'
import { sendAtRate } from '../load/send-at-rate.ts'
import { percentileOf } from '../results/sample-statistics.ts'
import { addressOf } from '../stage/address-of.ts'
import { type AlertedProduct, channelNames, describeSignal, matchingEvery } from '../stage/alerted-product.ts'
import { signDeliveries } from '../stage/signed-deliveries.ts'

const perSecond = 200
const patienceMs = 60_000

/**
 * Sends 200 deliveries a second, and reads from the Slack server when each matching one reached its channel. Ignores
 * other channels.
 */
export async function measureAlerts(
  { store, product, slack }: AlertedProduct,
  { seconds }: { seconds: number },
): Promise<Reading> {
  const deliveries = signDeliveries(store.source, perSecond * seconds, describeSignal)
  const acceptedAtMs = new Map<string, number>()
  const client = openClient(addressOf(product.intakes[0]).port)
  try {
    await sendAtRate({
      client,
      requests: deliveries.map(requestBytes),
      perSecond,
      seconds,
      onAnswer: (_answer, index) => {
        const signalId = deliveries[index]?.signalId
        if (index % matchingEvery === 0 && signalId !== undefined) acceptedAtMs.set(signalId, Date.now())
      },
    })
    const read = (): Map<string, number> => readCalls(slack.messages)
    const isSent = (): boolean => {
      const calledAtMs = read()
      return [...acceptedAtMs.keys()].every((signalId) => calledAtMs.has(signalId))
    }
    await waitUntil('Slack has every matching signal', isSent, { limitMs: patienceMs, intervalMs: 100 })
    const calledAtMs = read()
    const durationsMs = [...acceptedAtMs].map(
      ([signalId, atMs]) => (calledAtMs.get(signalId) ?? Number.NaN) - atMs,
    )
    return {
      'p50 ms': percentileOf(durationsMs, 0.5),
      'p95 ms': percentileOf(durationsMs, 0.95),
    }
  } finally {
    client.close()
  }
}

/** Returns when each signal was first sent; a message may carry several. */
function readCalls(messages: AlertedProduct['slack']['messages']): Map<string, number> {
  const calledAtMs = new Map<string, number>()
  for (const { channel, payload, postedAtMs } of messages) {
    if (!channelNames.includes(channel)) continue
    for (const [signalId] of JSON.stringify(payload).matchAll(/sig_[a-z0-9]+_[a-z0-9]+/g)) {
      calledAtMs.set(signalId, Math.min(postedAtMs, calledAtMs.get(signalId) ?? postedAtMs))
    }
  }
  return calledAtMs
}
