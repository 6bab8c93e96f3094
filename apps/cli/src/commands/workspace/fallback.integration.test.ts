import { expect, test } from 'vitest'
import { ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const { call, json, refusal, createWebhook } = stageAlertSettings()

test('chooses the fall-back channel of a workspace, and none', async () => {
  const { channelId } = await createWebhook(ours)
  const update = (...options: string[]) => json(['workspace', 'update', 'org_acme', ...options])
  expect(await update('--fallback-channel', String(channelId))).toMatchObject({
    fallbackChannelId: channelId,
  })
  expect(await update('--name', 'Acme')).toMatchObject({ name: 'Acme', fallbackChannelId: channelId })
  const text = await call(['workspace', 'update', 'org_acme', '--name', 'Acme'])
  expect(text.stdout).toContain(String(channelId))
  expect(await update('--fallback-channel', 'none')).toMatchObject({ fallbackChannelId: null })
})

test('accepts only a channel of the workspace, and changes nothing else then', async () => {
  const { channelId } = await createWebhook(theirs)
  const given = ['--fallback-channel', String(channelId), '--name', 'Renamed']
  expect(await refusal(['workspace', 'update', 'org_acme', ...given])).toMatchObject({
    exitCode: 1,
    code: 'not_found',
  })
  const { items } = await json<{ items: { orgId: string; name: string }[] }>(['workspace', 'list'])
  expect(items.find(({ orgId }) => orgId === 'org_acme')?.name).not.toBe('Renamed')
})
