import { describe, expect, test } from 'vitest'
import { type Items, ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const { json, refusal } = stageAlertSettings()

describe('silence', () => {
  test('is created, listed and ended', async () => {
    const options = ['--account', 'd:example.com', '--listener', 'lsn_1', '--reason', 'holidays']
    const made = await json(['silence', 'create', ...ours, '--until', '2h', ...options])
    expect(made).toMatchObject({
      silenceId: expect.stringMatching(/^sil_/),
      conditions: { accountKey: 'd:example.com', listenerId: 'lsn_1' },
      reason: 'holidays',
      endedAt: null,
    })
    expect((Date.parse(String(made.until)) - Date.now()) / 3_600_000).toBeCloseTo(2, 1)
    expect((await json<Items>(['silence', 'list', ...ours])).items).toEqual([made])
    expect(await refusal(['silence', 'end', String(made.silenceId), ...theirs])).toMatchObject({
      code: 'not_found',
    })
    expect(await json(['silence', 'end', String(made.silenceId)])).toMatchObject({
      endedAt: expect.any(String),
    })
  })

  test('needs an end, and a rule of its own workspace', async () => {
    expect(await refusal(['silence', 'create', ...ours])).toMatchObject({ exitCode: 2 })
    const past = ['silence', 'create', ...ours, '--until', '2020-01-01']
    expect(await refusal(past)).toMatchObject({ exitCode: 2, line: expect.stringContaining('--until: ') })
    const [rule] = (await json<Items>(['rule', 'list', ...theirs])).items
    const foreign = ['silence', 'create', ...ours, '--until', '1h', '--rule', String(rule?.ruleId)]
    expect(await refusal(foreign)).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})
