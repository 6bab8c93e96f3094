import { describe, expect, test } from 'vitest'
import { type Items, ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const { call, json, refusal, createWebhook } = stageAlertSettings()

describe('escalation', () => {
  const createChannel = async (workspace = ours) => String((await createWebhook(workspace)).channelId)
  const create = (...options: string[]) =>
    json(['escalation', 'create', ...ours, '--name', 'Hot', ...options])

  test('is created with every setting, listed, edited and ended', async () => {
    const channelId = await createChannel()
    const made = await create(
      ...['--min-urgency', 'high', '--keyword', 'crm', '--unless', 'assigned', '--unless', 'read'],
      ...['--step', `30s:${channelId}`, '--step', `2h:${channelId}`, '--repeat', '2'],
      ...['--hours', 'Mo-Fr 09:00-18:00', '--time-zone', 'Europe/Berlin'],
      ...['--holiday', '2027-01-01', '--holiday', '2026-12-25'],
    )
    expect(made).toMatchObject({ escalationId: expect.stringMatching(/^esc_/), name: 'Hot', endedAt: null })
    expect(made.definition).toEqual({
      conditions: { minUrgency: 'high', keywords: ['crm'] },
      unless: ['assigned', 'read'],
      steps: [
        { afterMs: 30_000, channelId },
        { afterMs: 7_200_000, channelId },
      ],
      hours: 'Mo-Fr 09:00-18:00',
      timeZone: 'Europe/Berlin',
      holidays: ['2026-12-25', '2027-01-01'],
      repeat: 2,
    })
    expect((await json<Items>(['escalation', 'list', ...ours])).items[0]).toEqual(made)
    const id = String(made.escalationId)
    const edit = ['--unless', 'acknowledged', '--clear', 'hours', 'repeat', '--min-score', '60']
    expect(await json(['escalation', 'edit', id, ...edit])).toMatchObject({
      definition: {
        conditions: { minUrgency: 'high', keywords: ['crm'], minScore: 60 },
        unless: ['acknowledged'],
        ...{ hours: null, holidays: [], repeat: 0 },
      },
    })
    const text = await call(['escalation', 'list', ...ours])
    expect(text.stdout).toContain(`30s:${channelId} 2h:${channelId}`)
    for (const verb of ['edit', 'end', 'preview']) {
      expect(await refusal(['escalation', verb, id, ...theirs])).toMatchObject({ code: 'not_found' })
    }
    expect(await json<Items>(['escalation', 'preview', id, '--since', '7d'])).toEqual({ items: [] })
    expect(await json(['escalation', 'end', id])).toMatchObject({ endedAt: expect.any(String) })
    expect(await refusal(['escalation', 'edit', id, '--name', 'x'])).toMatchObject({ code: 'conflict' })
  })

  test('replaces its holidays by an edit, and keeps them in any other', async () => {
    const channelId = await createChannel()
    const hours = ['--hours', 'Mo-Fr 09:00-18:00', '--holiday', '2026-12-25', '2026-12-24']
    const { escalationId } = await create('--step', `5m:${channelId}`, ...hours)
    const edit = async (...options: string[]) => {
      const edited = await json(['escalation', 'edit', String(escalationId), ...options])
      return (edited.definition as { holidays: string[] }).holidays
    }
    expect(await edit('--repeat', '1')).toEqual(['2026-12-24', '2026-12-25'])
    const { stdout } = await call(['escalation', 'list', ...ours])
    expect(stdout).toContain('Mo-Fr 09:00-18:00 UTC, 2 holidays')
    expect(await edit('--holiday', '2027-01-01')).toEqual(['2027-01-01'])
    expect(await edit('--holiday', 'none')).toEqual([])
    await edit('--clear', 'hours')
    const refused = await refusal(['escalation', 'edit', String(escalationId), '--holiday', '2026-12-25'])
    expect(refused.line).toContain('--holiday: expected only together with business hours')
  })

  test('is taken by an assignment unless it says otherwise', async () => {
    const channelId = await createChannel()
    const { definition } = await create('--step', `5m:${channelId}`)
    expect(definition).toMatchObject({ unless: ['assigned'], hours: null, timeZone: 'UTC', repeat: 0 })
  })

  test.each<[string[], string]>([
    [[], '--step'],
    [['--step', 'chn_1'], '--step: '],
    [['--step', '5:chn_1'], '--step: '],
    [['--step', '0:chn_1'], '--step: '],
    [['--step', '5m:chn_1:x'], '--step: '],
    [['--step', '2h:chn_1', '1h:chn_1'], '--step: '],
    [['--step', '5m:chn_1', '--unless', 'seen'], '--unless: '],
    [['--step', '5m:chn_1', '--hours', 'always'], '--hours: '],
    [['--step', '5m:chn_1', '--time-zone', 'Mars/Olympus'], '--time-zone: '],
    [['--step', '5m:chn_1', '--repeat', '11'], '--repeat: '],
    [['--step', '5m:chn_1', '--holiday', '2026-12-25'], '--holiday: '],
    ...[['25.12.2026'], ['2026-02-29'], ['2026-12-25', 'none'], ['2026-12-25', 'tomorrow']].map(
      (dates): [string[], string] => [
        ['--step', '5m:chn_1', '--hours', 'Mo-Fr 09:00-18:00', '--holiday', ...dates],
        '--holiday: ',
      ],
    ),
    [['--step', '5m:chn_1', '--min-urgency', 'extreme'], '--min-urgency: '],
  ])('create %j is refused in one line that names the option', async (options, part) => {
    const refused = await refusal(['escalation', 'create', ...ours, '--name', 'x', ...options])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', line: expect.stringContaining(part) })
  })

  test('accepts only channels and people of its own workspace', async () => {
    const foreign = await createChannel(theirs)
    const own = await createChannel()
    for (const step of [`5m:${foreign}`, `5m:${own}@usr_stranger`]) {
      const refused = await refusal(['escalation', 'create', ...ours, '--name', 'x', '--step', step])
      expect(refused).toMatchObject({ exitCode: 1, code: 'not_found' })
    }
  })
})
