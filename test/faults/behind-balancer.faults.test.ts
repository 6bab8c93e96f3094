import { haproxyAvailable, haproxyRemedy, startHAProxy, waitUntil } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { startTestHarness } from '../support/product/start-test-harness.ts'
import { sendAtRate } from '../support/sending/send-at-rate.ts'

const isMissing = !haproxyAvailable()

test.skipIf(isMissing)(
  `two intakes behind HAProxy are restarted in turn at 100 requests/s and every request is accepted${isMissing ? `: HAProxy is missing. ${haproxyRemedy}` : ''}`,
  { timeout: 180_000 },
  async (context) => {
    const harness = await startTestHarness(context, {
      backend: 'postgres',
      counts: { intake: 2, worker: 1 },
      env: { SIGNALPOST_DRAIN_SECONDS: '5' },
    })
    const { intakes } = harness.product
    const ports = intakes.map((one) => one.port() ?? 0)
    const balancer = await startHAProxy({ serverPorts: ports })
    context.onTestFinished(balancer.stop)
    const load = sendAtRate({ url: balancer.url, sources: harness.sources, ratePerSecond: 100 })
    const bothAreUp = async (): Promise<boolean> => (await balancer.findUp()).length === intakes.length
    for (const intake of intakes) {
      await load.untilAnswered(200)
      expect(await intake.stop()).toEqual({ code: 0, signal: null })
      await load.untilAnswered(100)
      await intake.start()
      await waitUntil('HAProxy sees both intakes', bothAreUp)
    }
    await load.untilAnswered(200)
    const { sent, ...outcomes } = await load.end()
    await context.annotate(`sent ${sent}: ${JSON.stringify(outcomes)}`)
    expect(outcomes).toEqual({ statuses: { 202: sent }, failures: {} })
  },
)
