import { describe, expect, test } from 'vitest'
import { type Items, ours, stageAlertSettings, theirs } from '../../test-support/stage-alert-settings.ts'

const { call, json, refusal, createWebhook } = stageAlertSettings()

describe('rule', () => {
  const create = (...options: string[]) => json(['rule', 'create', ...ours, '--name', 'Rule', ...options])

  test('creates a rule with every setting, and lists rules in the order of evaluation', async () => {
    const { channelId } = await createWebhook()
    const made = await create(
      ...[
        '--channel',
        String(channelId),
        '--min-urgency',
        'high',
        '--min-intent',
        'strong',
        '--min-score',
        '60',
      ],
      ...[
        '--score-version',
        '3',
        '--platform',
        'reddit',
        'x',
        '--listener',
        'lsn_1',
        '--classification',
        'high_intent',
      ],
      ...[
        '--category',
        'funding',
        '--account',
        'd:example.com',
        '--keyword',
        'crm',
        'erp',
        '--assigned',
        'no',
      ],
      ...[
        '--mode',
        'digest',
        '--cron',
        '0 8 * * 1-5',
        '--time-zone',
        'Europe/Berlin',
        '--group-by',
        'account',
      ],
      ...[
        '--throttle',
        '5/1h',
        '--quiet',
        '22:00-07:00',
        '--quiet-bypass',
        'immediate',
        '--continue',
        '--backfill',
      ],
      ...['--position', '1'],
    )
    expect(made).toMatchObject({ name: 'Rule', enabled: true, position: 1 })
    expect(made.definition).toEqual({
      conditions: {
        minUrgency: 'high',
        minPurchaseIntent: 'strong',
        minScore: 60,
        scoreVersion: 3,
        platforms: ['reddit', 'x'],
        listeners: ['lsn_1'],
        classifications: ['high_intent'],
        signalCategories: ['funding'],
        accountKeys: ['d:example.com'],
        keywords: ['crm', 'erp'],
        assigned: false,
      },
      channels: [channelId],
      mode: 'digest',
      cron: '0 8 * * 1-5',
      timeZone: 'Europe/Berlin',
      groupBy: 'account',
      throttle: { count: 5, windowMs: 3_600_000 },
      quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
      ...{ language: 'en', parts: null, subject: null },
      assign: null,
      continue: true,
      backfill: true,
    })
    const { items } = await json<Items>(['rule', 'list', ...ours])
    expect(items.map(({ position }) => position)).toEqual(items.map((_item, index) => index + 1))
    expect({ ...items[0], warnings: [] }).toEqual({ ...made, waiting: 0 })
    const text = await call(['rule', 'list', ...ours])
    expect(text.stdout).toContain('urgency at least high')
  })

  test('keeps the settings that an edit does not name, and removes those that it clears', async () => {
    const options = [
      '--channel',
      'all',
      '--min-score',
      '50',
      '--keyword',
      'crm',
      '--quiet',
      '22:00-07:00',
      '--continue',
    ]
    const id = String((await create(...options)).ruleId)
    const edited = await json([
      'rule',
      'edit',
      id,
      '--name',
      'New',
      '--min-score',
      '60',
      '--quiet-bypass',
      'immediate',
    ])
    expect(edited).toMatchObject({
      name: 'New',
      definition: {
        conditions: { minScore: 60, keywords: ['crm'] },
        quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
        continue: true,
      },
    })
    const cleared = await json([
      'rule',
      'edit',
      id,
      '--clear',
      'keyword',
      'quiet',
      'continue',
      '--position',
      '1',
    ])
    expect(cleared).toMatchObject({
      position: 1,
      definition: { conditions: { minScore: 60 }, channels: 'all', quiet: null, continue: false },
    })
    expect((cleared.definition as { conditions: object }).conditions).toEqual({ minScore: 60 })
  })

  test('disables and enables a rule, and deletes it after a confirmation', async () => {
    const id = String((await create('--channel', 'all')).ruleId)
    expect(await json(['rule', 'disable', id])).toMatchObject({ enabled: false })
    expect(await json(['rule', 'enable', id])).toMatchObject({ enabled: true })
    expect(await refusal(['rule', 'delete', id])).toMatchObject({ exitCode: 1, code: 'invalid_request' })
    for (const verb of ['disable', 'enable', 'delete', 'edit']) {
      expect(await refusal(['rule', verb, id, '--yes', ...theirs])).toMatchObject({ code: 'not_found' })
    }
    expect(await json(['rule', 'delete', id, '--yes'])).toMatchObject({ ruleId: id, deleted: true })
    expect(await refusal(['rule', 'edit', id])).toMatchObject({ exitCode: 1, code: 'not_found' })
  })

  test.each<[string[], string]>([
    [[], '--channel'],
    [['--channel', 'all', 'chn_1'], '--channel: '],
    [['--min-urgency', 'extreme'], '--min-urgency: '],
    [['--min-score', '101'], '--min-score: '],
    [['--platform', 'myspace'], '--platform: '],
    [['--account', 'x:example.com\u0000'], '--account: '],
    [['--cron', '0 9 * *'], '--cron: '],
    [['--time-zone', 'Mars/Olympus'], '--time-zone: '],
    [['--throttle', '5'], '--throttle: '],
    [['--throttle', '0/1h'], '--throttle: expected 1 to 10000'],
    [['--throttle', '1/31d'], 'in a window of 1 second to 30 days'],
    [['--quiet', '7-9'], '--quiet: '],
    [['--assign', 'usr_ann'], '--assign: '],
    [['--language', 'fr'], '--language: '],
    [['--part', 'all'], '--part: '],
    [['--assign', 'round-robin:'], '--assign: '],
    [['--quiet', '22:00-25:00'], '--quiet: '],
    [['--quiet-bypass', 'immediate'], '--quiet-bypass: '],
    [['--assigned', 'maybe'], '--assigned: '],
  ])('rule create %j is refused in one line that names the option', async (options, part) => {
    const channel = options.includes('--channel') || options.length === 0 ? [] : ['--channel', 'all']
    const refused = await refusal(['rule', 'create', ...ours, '--name', 'x', ...channel, ...options])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', line: expect.stringContaining(part) })
  })

  test('warns of an earlier rule that ends the search first', async () => {
    const orgId = 'org_warned'
    await json(['workspace', 'create', '--id', orgId, '--name', 'Warned'])
    const where = ['--workspace', orgId, '--channel', 'all', '--name']
    const { items } = await json<Items>(['rule', 'list', '--workspace', orgId])
    const urgent = items[0]?.ruleId
    const some = await json(['rule', 'create', ...where, 'Good', '--min-score', '60'])
    expect(some.warnings).toMatchObject([{ ruleId: urgent, takes: 'some' }])
    const never = await call(['rule', 'create', ...where, 'Never', '--min-urgency', 'immediate'])
    expect(never).toMatchObject({ exitCode: 0 })
    expect(never.stderr).toContain('The earlier rule “Urgent signals” ends the search for every signal')
    const first = await json(['rule', 'create', ...where, 'First', '--min-score', '60', '--position', '1'])
    expect(first.warnings).toEqual([])
    const moved = await json(['rule', 'move', String(first.ruleId), 'down'])
    expect(moved.warnings).toMatchObject([{ ruleId: urgent, takes: 'some' }])
    await json(['rule', 'edit', String(urgent), '--continue'])
    const edited = await json(['rule', 'edit', String(first.ruleId), '--name', 'Second'])
    expect(edited.warnings).toEqual([])
  })

  test('accepts only channels of the rule’s own workspace', async () => {
    const { channelId } = await createWebhook(theirs)
    const refused = await refusal(['rule', 'create', ...ours, '--name', 'x', '--channel', String(channelId)])
    expect(refused).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})
