import { createChannelAct } from '@signalpost/administration/channel'
import { createRuleAct } from '@signalpost/administration/rule'
import { createSourceAct } from '@signalpost/administration/source'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

const orgId = 'org_one'

describeInBrowser('what loses something, in a browser', ({ console, browser }) => {
  /** Presses the button, leaves the question, presses it again and says yes. */
  async function disable(path: string, question: string, isEnabled: () => Promise<boolean>): Promise<void> {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, context } = await browser.open({ width: 1440 }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/${orgId}/${path}`)
    const ask = page.getByRole('main').getByRole('button', { name: 'Disable' })
    await ask.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(question).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await isEnabled()).toBe(true)
    await ask.click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    expect(await isEnabled()).toBe(false)
    await context.close()
  }

  test('disabling a channel asks first, and names the messages that wait', async () => {
    const { channelId } = await console.perform(createChannelAct, {
      ...{ orgId, kind: 'http', name: 'Ops', settings: { url: 'https://example.com/' }, secrets: {} },
    })
    await console.pool.query(
      `insert into messages (message_id, org_id, channel_id, kind, recipient, status, created_at, due_at)
       select 'msg_' || n, $1, $2, 'test', '', 'pending', now(), now() + interval '1 hour'
       from generate_series(1, 2) n`,
      [orgId, channelId],
    )
    const isEnabled = async () => {
      const { rows } = await console.pool.query('select state from channels where channel_id = $1', [
        channelId,
      ])
      return rows[0].state !== 'disabled'
    }
    await disable(`channels/${channelId}`, 'This includes 2 that wait now.', isEnabled)
  })

  test('disabling a source asks first, and says what its sender gets', async () => {
    const { sourceId } = await console.perform(createSourceAct, {
      orgId,
      name: 'CRM',
      scheme: 'service-v1',
    })
    const isEnabled = async () => {
      const { rows } = await console.pool.query('select enabled from sources where source_id = $1', [
        sourceId,
      ])
      return rows[0].enabled
    }
    await disable(`sources/${sourceId}`, 'Its deliveries are refused with 401', isEnabled)
  })

  test('disabling a rule asks first where alerts of it wait, and names how many', async () => {
    const definition = ruleDefinitionSchema.parse({ channels: 'all' })
    const { ruleId } = await console.perform(createRuleAct, { orgId, name: 'Leads', definition })
    const isEnabled = async () => {
      const { rows } = await console.pool.query('select enabled from rules where rule_id = $1', [ruleId])
      return rows[0].enabled
    }
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, context } = await browser.open({ width: 1440 }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/${orgId}/rules`)
    const disable = page.getByRole('button', { name: 'Disable Leads' })
    await disable.click()
    await page.getByRole('button', { name: 'Enable Leads' }).click()
    await disable.waitFor()
    expect(await isEnabled()).toBe(true)

    await console.pool.query(
      `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
       select $1, $2, channel_id, 'sig_' || n, now(), status, true
       from (select channel_id from channels where org_id = $1 limit 1) one, (values (1, 'pending'), (2, 'pending'), (3, 'sent')) of_alert (n, status)`,
      [orgId, ruleId],
    )
    await page.reload()
    await disable.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 of its alerts wait now').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await isEnabled()).toBe(true)
    await disable.click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable Leads' }).waitFor()
    expect(await isEnabled()).toBe(false)
    await context.close()
  })

  test('a question stays as it was asked, when someone else has already done it', async () => {
    const { sourceId } = await console.perform(createSourceAct, {
      orgId,
      name: 'ERP',
      scheme: 'service-v1',
    })
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, context } = await browser.open({ width: 1440 }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/${orgId}/sources/${sourceId}`)
    await page.getByRole('main').getByRole('button', { name: 'Disable' }).click()
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Disable' })
    await yes.waitFor()
    await console.pool.query('update sources set enabled = false where source_id = $1', [sourceId])
    await page.locator('main button', { hasText: 'Enable' }).waitFor()
    await yes.click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    const { rows } = await console.pool.query('select enabled from sources where source_id = $1', [sourceId])
    expect(rows).toEqual([{ enabled: false }])
    await context.close()
  })
})
