import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@signalpost/testing'
import type { Product } from '../product/start-product.ts'
import type { Random } from './random.ts'
import { sendSigned } from './send-signed.ts'
import type { SignedSource } from './sender.ts'

const perRequest = 20

type SentSignal = { id: string; orgId: string; firstSeenAt: string }

/** Sends new signals, every delivery twice and in a random order, with random pauses of at most `pauseMs`. */
export async function sendTwice(
  product: Product,
  {
    source,
    signals,
    random,
    pauseMs,
  }: { source: SignedSource; signals: readonly SentSignal[]; random: Random; pauseMs: number },
): Promise<void> {
  const requests = Array.from({ length: Math.ceil(signals.length / perRequest) }, (_, number) =>
    signals.slice(number * perRequest, (number + 1) * perRequest).map((signal) => ({
      id: `evt_${signal.id}`,
      type: 'signal.created',
      occurredAt: signal.firstSeenAt,
      orgId: signal.orgId,
      data: { signal },
    })),
  )
  const twice = [...requests, ...requests].map((events) => ({ events, at: random() }))
  for (const { events } of twice.sort((a, b) => a.at - b.at)) {
    const body = Buffer.from(JSON.stringify(events))
    await waitUntil('the intake takes a delivery', async () => {
      const [url = ''] = product.intakeUrls()
      const answer = await sendSigned(url, source, { body, agent: false, timeoutMs: 10_000 })
      return answer.status === 202
    })
    await sleep(random() * pauseMs)
  }
}
