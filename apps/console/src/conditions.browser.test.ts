import { createRuleAct } from '@signalpost/administration/rule'
import { type RuleConditions, ruleDefinitionSchema } from '@signalpost/domain'
import type { Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

type Page = Tab['page']

const orgId = 'org_one'
const common = ['Urgency at least', 'Platforms']

describeInBrowser('conditions of a form', ({ console, browser }) => {
  let cookie: string

  beforeAll(async () => {
    cookie = await console.logIn(await console.addPerson({ [orgId]: 'admin' }))
  })

  test.each(['rules/new', 'escalations/new'])('are added to %s one by one, by keys alone', async (path) => {
    const { page, context, complaints } = await open(path)
    expect(await shown(page)).toEqual(common)
    const add = page.getByRole('button', { name: 'Add condition' })
    await add.press('Enter')
    const search = page.getByRole('combobox', { name: 'Add condition' })
    expect(await isFocused(search)).toBe(true)
    const options = page.getByRole('listbox', { name: 'Add condition' }).getByRole('option')
    expect(await options.count()).toBe(9)
    expect((await options.allTextContents()).filter((text) => text.startsWith('Platforms'))).toEqual([])
    // People look for it by another word too.
    await search.pressSequentially('keyw')
    await expect.poll(() => options.count()).toBe(1)
    await search.press('Enter')
    const words = page.getByLabel('Words in the title or text', { exact: true })
    expect(await isFocused(words)).toBe(true)
    expect(await shown(page)).toEqual([...common, 'Words in the title or text'])
    await page.keyboard.type('help wanted')
    await page.getByText("--keyword 'help wanted'").waitFor()
    await add.press('Enter')
    await search.press('Escape')
    expect(await isFocused(add)).toBe(true)
    await page.getByRole('button', { name: 'Remove Words in the title or text' }).press('Enter')
    expect(await isFocused(add)).toBe(true)
    expect(await shown(page)).toEqual(common)
    await expect.poll(() => page.getByText('--keyword').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('change the sentence and the preview of a rule at once', async () => {
    const { page, context } = await open('rules/new')
    await add(page, 'Score at least')
    const asked = page.waitForRequest((request) => /"minScore":70\b/.test(request.postData() ?? ''))
    await page.keyboard.type('70')
    await page.getByText('A signal with score at least 70 is sent to all channels at once.').waitFor()
    await asked
    await page.getByLabel('Urgency at least', { exact: true }).selectOption('high')
    const without = page.waitForRequest((request) =>
      /"conditions":\{"minUrgency":"high"\}/.test(request.postData() ?? ''),
    )
    await page.getByRole('button', { name: 'Remove Score at least' }).click()
    await page.getByText('A signal with urgency at least high is sent to all channels at once.').waitFor()
    await without
    await context.close()
  })

  test('are those of the stored rule, and what is removed is not lost by leaving', async () => {
    const { page, context } = await open(await storeRule({ keywords: ['need, now'], assigned: false }))
    expect(await shown(page)).toEqual(['Words in the title or text', 'Assigned'])
    await page.getByRole('button', { name: 'Remove Assigned' }).click()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect.poll(() => asked).toEqual(['confirm'])
    expect(await shown(page)).toEqual(['Words in the title or text'])
    await page.getByRole('button', { name: 'Remove Words in the title or text' }).click()
    await page.getByText('Without a condition, every signal counts.').waitFor()
    await context.close()
  })

  test('keep what was typed when the server refuses it, and are saved in the end', async () => {
    const path = await storeRule({ minUrgency: 'high' })
    const { page, context } = await open(path)
    await add(page, 'Score at least')
    await page.keyboard.type('high')
    await page.getByRole('button', { name: 'Save' }).click()
    const score = page.getByLabel('Score at least', { exact: true })
    await expect.poll(() => score.getAttribute('aria-invalid')).toBe('true')
    expect(await score.inputValue()).toBe('high')
    await score.fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/rules')
    await page.goto(`${console.url}/w/${orgId}/${path}`)
    await page.getByLabel('Score at least', { exact: true }).waitFor()
    expect(await shown(page)).toEqual(['Urgency at least', 'Score at least'])
    await context.close()
  })

  test('are offered until none is left, and the marked one stays in sight', async () => {
    const { page, context } = await open('rules/new')
    await page.getByRole('button', { name: 'Add condition' }).click()
    const search = page.getByRole('combobox', { name: 'Add condition' })
    for (let down = 0; down < 8; down += 1) await search.press('ArrowDown')
    const list = page.getByRole('listbox', { name: 'Add condition' })
    const [frame, marked] = await Promise.all([
      list.boundingBox(),
      list.locator('[aria-selected=true]').boundingBox(),
    ])
    const bottom = (box: typeof frame) => (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
    expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
    expect(bottom(marked)).toBeLessThanOrEqual(bottom(frame))
    await search.press('Enter')
    for (let left = 8; left > 0; left -= 1) {
      // The list of what can be chosen lies above what follows.
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add condition' }).click()
      await search.press('Enter')
    }
    expect((await shown(page)).length).toBe(11)
    expect(await page.getByRole('button', { name: 'Add condition' }).count()).toBe(0)
    await context.close()
  })

  test('narrow a silence, in a dialog that Escape leaves open', async () => {
    const { page, context } = await open('silences')
    await page.getByRole('button', { name: 'New silence' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Account' }).waitFor()
    expect(await shown(page)).toEqual(['Account'])
    await dialog.getByRole('button', { name: 'Add condition' }).click()
    await dialog.getByRole('combobox', { name: 'Add condition' }).press('Escape')
    await add(page, 'Rule')
    const rule = dialog.getByLabel('Rule', { exact: true })
    expect(await isFocused(rule)).toBe(true)
    const [, first = ''] = await rule.locator('option').evaluateAll((all) => all.map(({ value }) => value))
    await rule.selectOption(first)
    await dialog.getByText(`--rule ${first}`).waitFor()
    await context.close()
  })

  test('fit a narrow screen', async () => {
    const { page, context } = await open('rules/new', 390)
    await page.getByRole('button', { name: 'Add condition' }).click()
    const list = await page.getByRole('listbox', { name: 'Add condition' }).boundingBox()
    expect((list?.x ?? 0) + (list?.width ?? 999)).toBeLessThanOrEqual(390)
    await page.keyboard.type('acc')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Accounts' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const remove = await page.getByRole('button', { name: 'Remove Accounts' }).boundingBox()
    expect(Math.min(remove?.width ?? 0, remove?.height ?? 0)).toBeGreaterThanOrEqual(24)
    await context.close()
  })

  async function open(path: string, width: 390 | 1440 = 1440): Promise<Tab> {
    const tab = await browser.open({ width }, { url: console.url, cookie })
    await tab.page.goto(`${console.url}/w/${orgId}/${path}`)
    await tab.page.locator('main button').first().waitFor()
    return tab
  }

  async function storeRule(conditions: Partial<RuleConditions>): Promise<string> {
    const definition = ruleDefinitionSchema.parse({ channels: 'all', conditions })
    const { ruleId } = await console.perform(createRuleAct, { orgId, name: 'Stored', definition })
    return `rules/${ruleId}`
  }
})

/** The labels of the conditions that a form has. */
async function shown(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Conditions' })
  await page.getByRole('group').first().waitFor()
  return (await list.locator('> li').locator('label').allTextContents()).map((text) => text.trim())
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: 'Add condition' }).fill(name)
  await page.keyboard.press('Enter')
}

async function isFocused(field: ReturnType<Page['locator']>): Promise<boolean> {
  return field.evaluate((element) => element.matches(':focus'))
}
