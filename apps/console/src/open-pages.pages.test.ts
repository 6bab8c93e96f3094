import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { pageCases } from './test-support/page-cases.ts'

/** What neither a topic nor time changes. */
const lasting = /\/(?:acts|recipes|body|channel-kinds|warehouse-kinds|schemes|ways-in)$/

describeInBrowser('pages that stay open', ({ console, browser }) => {
  test('read again within 30 s whatever they show', async () => {
    const personId = await console.addPerson({ org_one: 'admin' }, true)
    const cookie = await console.logIn(personId)
    const stage = { console, orgId: 'org_one', personId, hostile: 'Stranger', longWord: 'x'.repeat(200) }
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    const asked = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const isRead = request.method() === 'GET' && pathname.startsWith('/console/api/')
      if (isRead && !pathname.endsWith('/stream') && !lasting.test(pathname)) asked.add(pathname)
    })
    await page.clock.install()
    for (const pageCase of pageCases) {
      for (const [heading, path] of await pageCase(stage)) {
        // What the page before still asks for is not of this one.
        await page.goto('about:blank')
        asked.clear()
        await page.goto(console.url + path)
        await page
          .locator('h1')
          .filter({ hasText: heading.slice(0, 8) })
          .waitFor()
        await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
        const shown = [...asked].filter((one) => !isReadAhead(one, path))
        expect([path, shown.length]).not.toEqual([path, 0])
        // What the stream's beginning reads again is read by now.
        await page.waitForLoadState('networkidle').catch(() => undefined)
        asked.clear()
        await page.clock.runFor(30_000)
        await expect
          .poll(() => [path, ...shown.filter((one) => !asked.has(one))], { timeout: 15_000 })
          .toEqual([path])
      }
    }
    await context.close()
  })
})

/** A list of signals reads those beside the open one ahead, once. */
function isReadAhead(asked: string, path: string): boolean {
  const [, signalId] = /\/signals\/([^/]+)$/.exec(asked) ?? []
  return signalId !== undefined && !path.includes(signalId)
}
