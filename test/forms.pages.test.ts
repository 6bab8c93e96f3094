import type { Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowserWith } from '../apps/console/src/test-support/describe-in-browser.ts'
import { pageCases } from '../apps/console/src/test-support/page-cases.ts'
import { acceptCommand } from './support/accept-command.ts'

type Page = Tab['page']
type Locator = ReturnType<Page['locator']>

/** They work on a selection or a file, or lead nowhere. */
const ownButtons =
  /^(?:Copy|Previous|Next|Export|Download|Pages$|Show|Propose|Watch|Compare|Hide this|Remove |One )/
/** What is done to a signal is sent once it can no longer be undone. */
const undoable = /^(?:Assign|Unassign|Good|Bad|Mark|Acknowledge)/
/** What a form sends of its page, which no one typed. */
const ofPage = /^(?:platform|kind|scheme|target|signalId|accountKey|filters)$/
/** Fields that change only what the page shows of the others. */
const withoutOption = ['Type the name of the warehouse']

describeInBrowserWith({ timeout: 600_000 })('every form of the console', ({ console, browser }) => {
  let paths: string[]
  let cookie: string

  beforeAll(async () => {
    const personId = await console.addPerson({ org_one: 'admin' }, true)
    cookie = await console.logIn(personId)
    const stage = { console, orgId: 'org_one', personId, hostile: 'Acme', longWord: 'x'.repeat(50) }
    paths = []
    for (const pageCase of pageCases) for (const [, path] of await pageCase(stage)) paths.push(path)
  })

  test('has the focus in its first field, says what was refused beside the fields, shows the whole command, and asks before it is left', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await refuseWrites(page)
    const seen = new Set<string>()
    const problems: string[] = []
    /** What is seen once is not looked at again. A problem ends one look, not the walk. */
    const look = async (name: string, path: string, work: () => Promise<void>): Promise<void> => {
      if (seen.has(name)) return
      seen.add(name)
      await work().catch((error: unknown) => problems.push(`${path} ${name}: ${String(error).slice(0, 600)}`))
      await open(page, path)
    }
    for (const path of paths) {
      await open(page, path)
      const forms = page.locator('main form:has(button[type=submit])')
      for (let index = 0; index < (await forms.count()); index += 1) {
        const form = forms.nth(index)
        await look(await nameOf(form), path, () => checkForm(page, form, () => leavePage(page)))
      }
      for (const button of await openers(page)) {
        const section = path.replace(/^\/w\/org_one\/(\w+).*/, '$1')
        if (section === 'signals' && undoable.test(button)) continue
        await look(`${section}: ${button}`, path, () => checkButton(page, button, seen))
      }
    }
    expect(problems).toEqual([])
    expect([...seen].length).toBeGreaterThan(30)
    await context.close()
  })

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(console.url + path)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
  }
})

/** Refuses every write as the server refuses what is not valid: each value of the document, by its path. */
async function refuseWrites(page: Page): Promise<void> {
  await page.route('**/console/api/**', async (route) => {
    const request = route.request()
    if (request.method() === 'GET' || request.url().includes('preview')) return route.continue()
    const body: unknown = request.postDataJSON()
    const detail = pathsOf(body).map((path) => ({ path, message: 'expected something else' }))
    const refusal = { code: 'invalid_request', message: 'The request is invalid; detail says where.', detail }
    return route.fulfill({ status: 400, json: refusal })
  })
}

/** A box that is checked or not is never refused. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value === 'boolean' || ofPage.test(at)) return []
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at]
  return Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, at === '' ? name : `${at}.${name}`),
  )
}

async function openers(page: Page): Promise<string[]> {
  const buttons = await page.locator('main button[type=button]:not(form *):visible').all()
  const names = await Promise.all(
    buttons.map(async (button) =>
      ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '').trim(),
    ),
  )
  return [...new Set(names)].filter((name) => name !== '' && !ownButtons.test(name))
}

async function nameOf(form: Locator): Promise<string> {
  const labels = await form.locator('label, legend').allInnerTexts()
  return `form: ${labels.slice(0, 4).join(', ')}`
}

async function hasFocusInFirstField(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const fields = [...document.querySelector('[role="dialog"]').querySelectorAll('input, select, textarea')]
    const first = fields.find((field) => !field.matches(':disabled') && !(field.type === 'radio' && !field.checked))
    return first === document.activeElement
  })()`)
}

function leavePage(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Overview' }).first().click()
}

/** A button opens a dialog or the form that it is the choice of, or does something that is refused here. */
async function checkButton(page: Page, name: string, seen: Set<string>): Promise<void> {
  const opener = page.locator('main').getByRole('button', { name, exact: true }).first()
  if (!(await opener.isEnabled())) return
  const formOfPage = page.locator('main form:has(button[type=submit])')
  const chosen = (await formOfPage.count()) === 0 ? formOfPage : page.locator('none')
  await opener.click({ timeout: 5_000 })
  const dialog = page.getByRole('dialog')
  // What is wrong with a step of Getting started was said before.
  const refusal = page.locator('.failure:not(.guide-trouble) strong').first()
  await dialog.or(refusal).or(chosen).first().waitFor({ timeout: 10_000 })
  if ((await chosen.count()) > 0) return checkForm(page, chosen.first(), () => leavePage(page))
  if ((await dialog.count()) === 0) {
    expect(await refusal.textContent()).toMatch(/^(?=[A-Z]).*(?: not | still |Nothing |no plan).*\.$/)
    return
  }
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
  if ((await dialog.locator('input, select, textarea').count()) > 0) {
    await expect
      .poll(() => hasFocusInFirstField(page), { message: 'the first field has the focus' })
      .toBe(true)
  }
  const form = dialog.locator('form').first()
  if ((await form.count()) === 0) return
  // The dialogs of alike things have one form.
  const shown = await nameOf(form)
  if (seen.has(shown)) return
  seen.add(shown)
  await checkForm(page, form, () => page.keyboard.press('Escape'))
}

async function checkForm(page: Page, form: Locator, leave: () => Promise<void>): Promise<void> {
  const command = form.locator('.command-line code').last()
  const line = async (): Promise<string | undefined> =>
    (await command.count()) === 0 ? undefined : ((await command.textContent()) ?? '')
  await form.evaluate((element) => {
    // The cast: it runs in the browser, whose types are not those of the tests.
    const { querySelectorAll } = element as unknown as Opened
    for (const part of querySelectorAll.call(element, 'details')) part.open = true
  })
  const adder = form.getByRole('button', { name: 'Add condition' })
  while ((await adder.count()) > 0) {
    await adder.press('Enter')
    await page.keyboard.press('Enter')
  }
  // Fields come and go with what is chosen, so they are counted again.
  for (let index = 0; index < (await form.locator('input, select, textarea').count()); index += 1) {
    const field = form.locator('input, select, textarea').nth(index)
    const before = await line()
    const label = await change(field, index)
    if (label === undefined || before === undefined || withoutOption.includes(label)) continue
    // A secret is read from a file, whatever it holds.
    if ((await field.getAttribute('type')) === 'password') {
      await expect.poll(line, { message: `the file of ${label} is in the command` }).toContain('-file FILE')
      continue
    }
    await expect.poll(line, { message: `${label} is in the command` }).not.toBe(before)
  }
  const whole = await line()
  if (whole !== undefined) await expect(acceptCommand(whole)).resolves.toBe(undefined)

  const submit = form.locator('button[type=submit]').first()
  if (await submit.isEnabled()) {
    await form.evaluate((element) => element.setAttribute('novalidate', ''))
    await submit.click()
    // A preview of the same values may have a reason of its own.
    const refusal = form.locator('.failure', { hasNotText: 'Cannot show' })
    await refusal.waitFor()
    expect(await refusal.textContent()).toMatch(
      /^(?=[A-Z])[^.]*(?: not | still |Nothing |no plan)[^.]*\. The marked fields? says? why\.$/,
    )
    const marked = form.locator('[aria-invalid="true"]')
    if ((await marked.count()) > 0) {
      await expect
        .poll(() => form.locator('[aria-invalid="true"]:focus').count(), {
          message: 'the first fault has the focus',
        })
        .toBe(1)
      expect(await unmarkedFaults(form)).toEqual([])
    }
  }

  const asked: string[] = []
  const stay = async (): Promise<void> => {
    const question = page.waitForEvent('dialog', { timeout: 10_000 })
    await Promise.all([
      question.then(async (dialog) => {
        asked.push(dialog.message())
        await dialog.dismiss()
      }),
      leave(),
    ])
  }
  await stay()
  expect(asked).toEqual(['Leave the form? Your changes are not saved.'])
  expect(await form.isVisible()).toBe(true)
}

/** The labels of refused fields whose border says nothing of it. */
async function unmarkedFaults(form: Locator): Promise<string[]> {
  return form.page().evaluate(`(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--bad)'
    document.body.append(probe)
    const bad = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('form [aria-invalid="true"]')]
      .filter((field) => getComputedStyle(field).borderTopColor !== bad)
      .map(({ labels }) => labels[0]?.textContent ?? '')
  })()`)
}

type Field = {
  tagName: string
  type: string
  role: string | null
  value: string
  labels: { textContent: string }[] | null
  options?: { value: string }[]
}

type Opened = { querySelectorAll: (this: unknown, what: string) => Iterable<{ open: boolean }> }

/** Gives a field another value. Returns its label; undefined for what cannot change. */
async function change(field: Locator, index: number): Promise<string | undefined> {
  const { tag, type, role, label, options, value } = await field.evaluate((element) => {
    // The cast: it runs in the browser, whose types are not those of the tests.
    const { tagName, type: kind, role: of, labels, options: all, value: held } = element as unknown as Field
    return {
      ...{ tag: tagName, type: kind, role: of, label: labels?.[0]?.textContent ?? '', value: held },
      options: [...(all ?? [])].map((option) => option.value),
    }
  })
  if (await field.isDisabled()) return undefined
  if (type === 'checkbox') {
    await field.click()
    return label
  }
  if (type === 'radio') return undefined
  if (role === 'combobox') {
    await field.fill(label === 'Accounts' || label === 'Account' ? 'example.org' : '')
    await field.press('ArrowDown')
    const choice = field.page().locator('[role=option]:not([aria-disabled])').first()
    if ((await choice.count()) === 0) return undefined
    await choice.click()
    // The list stays open for another choice, above what follows.
    await field.blur()
    return label
  }
  if (tag === 'SELECT') {
    const other = options.findLast((option) => option !== value && option !== 'at')
    if (other === undefined) return undefined
    await field.selectOption(other)
    return label
  }
  const typed = textFor(label, type, index)
  await field.fill(typed)
  return label
}

function textFor(label: string, type: string, index: number): string {
  if (type === 'number') return String(7 + index)
  if (type === 'time') return `0${index % 10}:30`
  if (type === 'datetime-local') return '2026-11-20T09:00'
  if (type === 'email') return 'ada@example.com'
  if (/^Step \d+ after/.test(label)) return `${7 + index}m`
  if (/Queries|boards/.test(label)) return `hackernews: word${index}`
  if (/minutes|At most/.test(label)) return String(7 + index)
  if (/Value/.test(label)) return '12.50'
  return `word${index}`
}
