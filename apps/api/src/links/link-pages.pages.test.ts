import { createAcknowledgeTokens, createUnsubscribeTokens } from '@signalpost/channels'
import { createSecretBox } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { createChannel } from '@signalpost/database/rules'
import { defaultCell, exampleSignal } from '@signalpost/domain'
import { findBrowser } from '@signalpost/testing'
import { findBarriers, lookAt, openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const masterKey = Buffer.alloc(32, 1)
const keys = { masterKeys: [masterKey] as const, cell: defaultCell }
const orgId = 'org_one'
const hostile = `<script>window.harm=1</script><img src=x onerror="window.harm=1"> ${'x'.repeat(200)}`

describe.skipIf(findBrowser() === undefined)(
  'the pages behind the links of mails',
  { timeout: 60_000 },
  () => {
    let api: TestApi
    let browser: TestBrowser

    test.beforeAll(async ({ testDatabase }) => {
      ;[browser, api] = await Promise.all([
        openBrowser(findBrowser()),
        startTestApi({ databaseUrl: testDatabase.url, config: { masterKeys: [masterKey] } }),
      ])
    })

    afterAll(async () => {
      await browser?.close()
      await api?.stop()
    })

    test.each(['light', 'dark'] as const)('unsubscribe, in %s', async (colorScheme) => {
      const { channelId } = await createChannel(api.database, createSecretBox(masterKey), {
        ...{ orgId, kind: 'email', name: hostile, settings: { to: ['ann@example.com'] }, secrets: {} },
      })
      const token = createUnsubscribeTokens(keys).seal({ orgId, channelId, address: 'ann@example.com' })
      await expectReadable(`/u/${token}`, colorScheme, [
        ['unsubscribe', 'Stop these mails?'],
        ['unsubscribed', 'No more mails'],
        ['unsubscribe-undone', 'You get the mails again'],
      ])
    })

    test.each(['light', 'dark'] as const)('acknowledge, in %s', async (colorScheme) => {
      const signalId = `sig_${colorScheme}`
      const signal = { ...exampleSignal, orgId, id: signalId, title: hostile }
      const event = {
        ...{ orgId, idPrefix: 'svc_' as const, type: 'signal.created' },
        dataAt: () => ({ signal }),
      }
      await api.database
        .transaction()
        .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
      const token = createAcknowledgeTokens(keys).seal({ orgId, signalId, by: 'usr_ada' })
      await expectReadable(`/a/${token}`, colorScheme, [
        ['acknowledge', 'Acknowledge this signal?'],
        ['acknowledged', 'Acknowledged'],
      ])
    })

    /** Each page leads to the next by its button. */
    async function expectReadable(
      path: string,
      colorScheme: 'light' | 'dark',
      pages: [name: string, heading: string][],
    ): Promise<void> {
      const { page, context, complaints } = await browser.open({ width: 390, colorScheme })
      await page.goto(api.url + path)
      for (const [index, [name, heading]] of pages.entries()) {
        if (index > 0) await page.getByRole('button').click()
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        expect([name, await lookAt(page, `messages/page-${name}-${colorScheme}`)]).toEqual([name, []])
        expect([name, await findBarriers(page)]).toEqual([name, []])
        expect(await page.locator('img, script').count()).toBe(0)
      }
      expect(await page.evaluate('window.harm')).toBeUndefined()
      expect(complaints).toEqual([])
      await context.close()
    }
  },
)
