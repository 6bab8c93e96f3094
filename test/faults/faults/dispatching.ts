import { setTimeout as sleep } from 'node:timers/promises'
import { type TcpProxy, type WebhookTrouble, waitUntil } from '@signalpost/testing'
import type { Alerting } from '../../support/alerting.ts'
import { defineFault, type Fault } from '../fault.ts'

const troubleMs = 3_000
const delayedByMs = 500

export const failingReceiver = troubled('receiver-answers-500', { status: 500 })
export const hangingReceiver = troubled('receiver-hangs', 'silent')
export const ambiguousReceiver = troubled('receiver-loses-its-answers', 'answer_lost')

export const resettingReceiver = proxied('receiver-resets-connections', async (proxy) => {
  const endsAtMs = performance.now() + troubleMs
  while (performance.now() < endsAtMs) {
    proxy.resetAll()
    await sleep(10)
  }
})

export const refusingReceiver = proxied('receiver-refuses', async (proxy) => {
  proxy.refuse()
  await sleep(troubleMs)
})

export const slowReceiver = proxied('receiver-is-slow', async (proxy) => {
  proxy.delay(delayedByMs)
  await sleep(troubleMs)
})

/** No process is left to receive the answer that the alert arrived. */
export const killDuringCall = defineFault({
  name: 'workers-killed-while-the-receiver-answers',
  strike: async ({ harness, alerting }) => {
    alerting.webhook.troubles.plan('silent')
    await whenCalled(alerting)
    await Promise.all(harness.product.workers.map((worker) => worker.kill()))
    alerting.webhook.troubles.clear()
  },
})

export const switchChannel = defineFault({
  name: 'channel-disabled-and-enabled',
  strike: async ({ alerting }) => {
    await alerting.setChannelEnabled(false)
    await sleep(troubleMs)
    await alerting.setChannelEnabled(true)
  },
})

function troubled(name: string, trouble: WebhookTrouble): Fault {
  return defineFault({
    name,
    strike: async ({ alerting }) => {
      alerting.webhook.troubles.plan(trouble)
      await whenCalled(alerting)
      await sleep(troubleMs)
      alerting.webhook.troubles.clear()
      await alerting.hasten()
    },
  })
}

function proxied(name: string, trouble: (proxy: TcpProxy) => Promise<void>): Fault {
  return defineFault({
    name,
    strike: async ({ alerting }) => {
      await alerting.hasten()
      await trouble(alerting.proxy)
      alerting.proxy.heal()
      await alerting.hasten()
    },
  })
}

/** Wakes a channel that rests after its failures. */
async function whenCalled({ webhook, hasten }: Alerting): Promise<void> {
  const before = webhook.requests.length
  await waitUntil(
    'an alert is sent',
    async () => {
      await hasten()
      return webhook.requests.length > before
    },
    { intervalMs: 50 },
  )
}
