import { listEscalations } from '@signalpost/database/rules'
import { beforeAll, expect, test } from 'vitest'
import { addAlerts } from './test-support/add-alerts.ts'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

describeInBrowser('escalations in a browser', ({ console, browser }) => {
  let channelId: string

  beforeAll(async () => {
    ;({ channelId } = await addAlerts(console, { orgId: 'org_one', text: 'Team' }))
  })

  test('an admin previews, creates, edits and ends an escalation', async () => {
    const personId = await console.addPerson({ org_one: 'admin' })
    const cookie = await console.logIn(personId)
    const { page, complaints } = await browser.open({}, { url: console.url, cookie })
    const stored = async () => (await listEscalations(console.database, 'org_one'))[0]

    await page.goto(`${console.url}/w/org_one/escalations`)
    await page.getByText('Nothing escalates').waitFor()
    await page.getByRole('link', { name: 'New escalation' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Hot leads')
    await page.getByText('1 would have escalated').waitFor()
    await page.getByLabel('Urgency at least', { exact: true }).selectOption('immediate')
    await page.getByText('No signal of these days would have escalated.').waitFor()
    await page.getByLabel('Step 1 after').fill('5m')
    await page.getByLabel('Channel of step 1').selectOption(channelId)
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByLabel('Channel of step 2').selectOption(channelId)
    await page.getByLabel('Person of step 2').selectOption(personId)
    await page.getByText(`--step 5m:${channelId} --step 10m:${channelId}@${personId}`).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('[data-row]').filter({ hasText: 'Hot leads' }).click()
    expect(await stored()).toMatchObject({
      name: 'Hot leads',
      definition: {
        conditions: { minUrgency: 'immediate' },
        unless: ['assigned'],
        steps: [
          { afterMs: 300_000, channelId },
          { afterMs: 600_000, channelId, personId },
        ],
      },
    })

    await page.getByRole('button', { name: 'Remove step 2' }).click()
    await page.getByLabel('A person acknowledges it').check()
    await page.getByLabel('Step 1 after').fill('soon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Expected 1 second to 30 days.').first().waitFor()
    await page.getByLabel('Step 1 after').fill('1h')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: '1h Team' }).getByRole('link').click()
    expect((await stored())?.definition).toMatchObject({
      unless: ['assigned', 'acknowledged'],
      steps: [{ afterMs: 3_600_000, channelId }],
    })

    await page.getByRole('button', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('Ended', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect((await stored())?.endedAt).toBeInstanceOf(Date)
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  })

  test('a member previews but does not save, and a viewer reads who may', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const cookie = await console.logIn(await console.addPerson({ org_one: role }))
      const { page, context } = await browser.open({}, { url: console.url, cookie })
      await page.goto(`${console.url}/w/org_one/escalations/new`)
      await page.getByText('An admin creates escalations').waitFor()
      expect(await page.getByLabel('Step 1 after').count()).toBe(role === 'member' ? 1 : 0)
      const previews = await page.getByRole('region', { name: 'Preview' }).count()
      const saves = await page.getByRole('button', { name: 'Create' }).count()
      expect([role, previews, saves]).toEqual([role, role === 'member' ? 1 : 0, 0])
      await context.close()
    }
  })
})
