import { createRuleAct } from '@signalpost/administration/rule'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

describeInBrowser('what admins alone do', ({ console, browser }) => {
  async function open(role: 'viewer' | 'member' | 'admin') {
    const cookie = await console.logIn(await console.addPerson({ org_one: role }))
    return (await browser.open({}, { url: console.url, cookie })).page
  }

  const alone = ['channels', 'listeners', 'sources', 'warehouses']
  const tried = ['escalations', 'rules']

  test.each([
    ['viewer', [...alone, ...tried]],
    ['member', alone],
  ] as const)('a %s reads on a form who may, and sees no fields: %j', async (role, forms) => {
    const page = await open(role)
    for (const what of forms) {
      await page.goto(`${console.url}/w/org_one/${what}/new`)
      await page.getByText(`An admin creates ${what}`).waitFor()
      expect([what, await page.locator('main :is(form, input, .choices)').count()]).toEqual([what, 0])
      await page.getByRole('link', { name: 'See who is one' }).click()
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
    }
  })

  test('a member tries a rule and an escalation, and reads who may create it', async () => {
    const page = await open('member')
    for (const what of tried) {
      await page.goto(`${console.url}/w/org_one/${what}/new`)
      await page.getByText(`An admin creates ${what}.`).waitFor()
      await page.getByRole('region', { name: 'Preview' }).waitFor()
    }
  })

  test('a member reads on the page of a rule who may change it', async () => {
    const definition = ruleDefinitionSchema.parse({ channels: 'all' })
    const { ruleId } = await console.perform(createRuleAct, { orgId: 'org_one', name: 'Leads', definition })
    const page = await open('member')
    await page.goto(`${console.url}/w/org_one/rules/${ruleId}`)
    await page.getByText('An admin changes rules.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  })

  test.each([
    ['sources', 'Signalpost'],
    ['warehouses', 'DuckDB'],
  ])('an admin creates %s by their address, too', async (what, kind) => {
    const page = await open('admin')
    await page.goto(`${console.url}/w/org_one/${what}/new`)
    await page.getByRole('main').getByRole('button', { name: kind, exact: true }).click()
    await page.getByLabel('Name', { exact: true }).or(page.getByText('The command line of')).first().waitFor()
  })
})
