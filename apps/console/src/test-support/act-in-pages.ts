import type { Page } from 'playwright-core'

// What an admin does to set a workspace up, by the pages of the console.

type NewChannel = {
  /** As the gallery names it. */
  kind: string
  name: string
  /** By the labels of the form, in the order in which they appear. */
  fields: Record<string, string>
}

/** Creates a channel and leaves its page open. Returns its id. */
export async function createChannelByPage(page: Page, home: string, channel: NewChannel): Promise<string> {
  const { kind, name, fields } = channel
  await page.goto(`${home}/channels/new`)
  const form = page.getByRole('main')
  await form.getByRole('list', { name: 'Kinds of channels' }).getByRole('button', { name: kind }).click()
  await form.getByLabel('Name', { exact: true }).fill(name)
  for (const [label, value] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(value)
  }
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByRole('link', { name: 'Open the channel' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Says on the page of a channel which person a user of the other side is. */
export async function mapUserByPage(
  page: Page,
  { there, name }: { there: string; name: string },
): Promise<void> {
  await page.getByLabel('User there').fill(there)
  await page.getByLabel('Person here').selectOption({ label: name })
  await page.getByRole('button', { name: 'Map' }).click()
  await page.getByRole('row').filter({ hasText: there }).getByText(name, { exact: true }).waitFor()
}

/** Creates a rule before all others that sends urgent signals to these channels alone. */
export async function createRuleByPage(
  page: Page,
  home: string,
  { name, channels }: { name: string; channels: readonly string[] },
): Promise<void> {
  await page.goto(`${home}/rules/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Urgency at least', { exact: true }).selectOption('immediate')
  await page.getByLabel('All channels, including future ones').uncheck()
  for (const channel of channels) await page.getByLabel(channel, { exact: true }).check()
  await page.getByLabel('Place in the order').selectOption('First')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[data-row]').filter({ hasText: name }).waitFor()
}

/** Creates an escalation of urgent signals with one step. */
export async function createEscalationByPage(
  page: Page,
  home: string,
  { name, after, channel }: { name: string; after: string; channel: string },
): Promise<void> {
  await page.goto(`${home}/escalations/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Urgency at least', { exact: true }).selectOption('immediate')
  await page.getByLabel('Step 1 after').fill(after)
  await page.getByLabel('Channel of step 1').selectOption({ label: channel })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[data-row]').filter({ hasText: name }).waitFor()
}

/** Creates a source. Returns what is shown this once. */
export async function createSourceByPage(
  page: Page,
  home: string,
  name: string,
): Promise<{ address: string; secret: string }> {
  await page.goto(`${home}/sources`)
  await page.getByRole('button', { name: 'New source' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Signalpost', exact: true }).click()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText('It is shown this once.').waitFor()
  const shown = async (label: string): Promise<string> => {
    const button = page.getByRole('button', { name: `Copy ${label}`, exact: true })
    return (await form.locator('.copyable').filter({ has: button }).locator('code').textContent()) ?? ''
  }
  return { address: await shown('the address'), secret: await shown('the secret') }
}
