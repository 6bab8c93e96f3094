import { createWorkspaceAct } from '@signalpost/administration/workspace'
import { recordRejections } from '@signalpost/database/access'
import { findBarriersInBothSchemes } from '@signalpost/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addAlerts } from './test-support/add-alerts.ts'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeEvents } from './test-support/store-events.ts'

const workspaces = ['org_empty', 'org_refused', 'org_dead', 'org_full'] as const

describeInBrowser('Getting started', ({ console, browser }) => {
  let admin: string
  let viewer: string

  beforeAll(async () => {
    const plan = { plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
    for (const orgId of workspaces) await console.perform(createWorkspaceAct, { orgId, name: orgId, ...plan })
    admin = await console.logIn(await console.addPerson(rolesOf('admin')))
    viewer = await console.logIn(await console.addPerson(rolesOf('viewer')))
    await refuse('org_refused')
    await kill('org_dead')
    await fill('org_full')
  })

  test.each([390, 1440] as const)(
    'is free of barriers and complaints in every state at %d px, in light and dark',
    async (width) => {
      for (const [role, cookie] of Object.entries({ admin, viewer })) {
        const { page, context, complaints } = await browser.open({ width }, { url: console.url, cookie })
        for (const orgId of workspaces) {
          await page.goto(`${console.url}/w/${orgId}/start`)
          await page.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor()
          await page.getByRole('heading', { name: 'Create a source' }).waitFor()
          for (const summary of await page.locator('.guide summary').all()) {
            if ((await summary.locator('..').getAttribute('open')) === null) await summary.press('Enter')
          }
          await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
          const where = [role, orgId]
          expect([where, await findBarriersInBothSchemes(page)]).toEqual([where, []])
          const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
          expect([where, await page.evaluate(sideways)]).toEqual([where, 0])
        }
        expect(complaints).toEqual([])
        await context.close()
      }
    },
  )

  test('names the step that failed, and leads to what happened', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie: admin })
    const trouble = page.getByRole('alert')
    await page.goto(`${console.url}/w/org_refused/start`)
    await trouble.getByText('A request was refused: The signature header is missing.').waitFor()
    await trouble.getByRole('link').press('Enter')
    await page.getByRole('heading', { name: 'Rejections', level: 1 }).waitFor()
    await page.goto(`${console.url}/w/org_dead/start`)
    await trouble.getByText('The event could not be applied').waitFor()
    await trouble.getByRole('link').press('Enter')
    await page.getByRole('heading', { name: 'Delivery dlv_', level: 1 }).waitFor()
    await context.close()
  })

  test('offers a viewer nothing to change, and says who does', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie: viewer })
    await page.goto(`${console.url}/w/org_empty/start`)
    await page.getByText('An admin of the workspace does this.').waitFor()
    expect(await page.locator('main form').count()).toBe(0)
    await context.close()
  })

  test('goes below everything else when a person hides it, and comes back', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie: admin })
    await page.goto(`${console.url}/w/org_empty/start`)
    await expect.poll(() => placeOf(page)).toBe('first')
    await page.getByRole('button', { name: 'Hide this' }).press('Enter')
    await expect.poll(() => placeOf(page)).toBe('last')
    await page.reload()
    await page.getByRole('button', { name: 'Show this first' }).press('Enter')
    await expect.poll(() => placeOf(page)).toBe('first')
    await context.close()
  })

  test('is not asked again by every page that traffic passes, once there is a signal', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie: admin })
    await page.goto(`${console.url}/w/org_full/overview`)
    await page.getByRole('heading', { name: 'By hour' }).waitFor()
    await expect.poll(() => placeOf(page)).toBe('first')
    const asked: string[] = []
    // What the stream's beginning asks for comes first.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const { sourceId } = await console.createSource('org_one', 'Elsewhere')
    await storeEvents(console.pool, { orgId: 'org_full', sourceId, events: [{ id: 'evt_2', type: 'ping' }] })
    await expect.poll(() => asked).toContain('/console/api/w/org_full/overview/hours')
    expect(asked).not.toContain('/console/api/w/org_full/start')
    await context.close()
  })

  async function refuse(orgId: string): Promise<void> {
    const { sourceId } = await console.createSource(orgId, 'CRM')
    await recordRejections(console.database, [
      {
        sourceId,
        at: new Date(),
        reason: 'missing',
        bytes: 12,
        address: '203.0.113.7',
        finding: null,
        detail: null,
      },
    ])
  }

  async function kill(orgId: string): Promise<void> {
    const { sourceId } = await console.createSource(orgId, 'CRM')
    await storeEvents(console.pool, { orgId, sourceId, events: [{ id: 'evt_1', type: 'signal.created' }] })
    await console.pool.query(
      `update deliveries set status = 'dead', error = 'invalid_data' where org_id = $1`,
      [orgId],
    )
  }

  async function fill(orgId: string): Promise<void> {
    const { sourceId } = await console.createSource(orgId, 'CRM')
    await storeEvents(console.pool, { orgId, sourceId, events: [{ id: 'evt_1', type: 'signal.created' }] })
    const { channelId } = await addAlerts(console, { orgId, text: 'Looking for a CRM' })
    await console.pool.query('update channel_health set first_sent_at = now() where channel_id = $1', [
      channelId,
    ])
  }
})

function rolesOf<Role extends string>(role: Role): Record<string, Role> {
  return Object.fromEntries(workspaces.map((orgId) => [orgId, role]))
}

/** Where the guide is in the navigation; the installation comes after all pages of a workspace. */
async function placeOf(page: Page): Promise<'first' | 'last' | 'between'> {
  const links: Locator = page.getByRole('complementary').getByRole('navigation').getByRole('link')
  const places = (await links.allTextContents()).filter((title) => title !== 'Installation')
  if (places[0] === 'Getting started') return 'first'
  return places.at(-1) === 'Getting started' ? 'last' : 'between'
}
