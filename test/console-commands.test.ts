import { escalationDefinitionSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { type Given, readInput } from '../apps/cli/src/command/define-command.ts'
import { escalationCreate, escalationEdit } from '../apps/cli/src/commands/escalation/change-escalation.ts'
import { definitionParameters as escalationParameters } from '../apps/cli/src/commands/escalation/definition-parameters.ts'
import { readDefinition as readEscalation } from '../apps/cli/src/commands/escalation/read-definition.ts'
import { listenerCreate } from '../apps/cli/src/commands/listener/change-listener.ts'
import { listenerParameters, readSchedule } from '../apps/cli/src/commands/listener/listener-parameters.ts'
import { ruleCreate, ruleEdit } from '../apps/cli/src/commands/rule/change-rule.ts'
import { definitionParameters as ruleParameters } from '../apps/cli/src/commands/rule/definition-parameters.ts'
import { readDefinition as readRule } from '../apps/cli/src/commands/rule/read-definition.ts'
import { readCommand } from './support/accept-command.ts'

type Commands = {
  createCommand: (...given: unknown[]) => string
  editCommand: (...given: unknown[]) => string
}

/** The modules of the pages belong to another program of the type checker, for they know the browser. */
async function commandsOf(module: string): Promise<Commands> {
  return import(new URL(`../apps/console/src/web/pages/${module}.ts`, import.meta.url).href)
}

function clearedBy(given: Given): string[] {
  const cleared = given('cleared')
  return Array.isArray(cleared) ? cleared.map(String) : []
}

const conditions = {
  ...{ minUrgency: 'high', minPurchaseIntent: 'strong', minScore: 70, scoreVersion: 2, assigned: false },
  ...{ platforms: ['reddit', 'g2'], listeners: ['lst_1'], classifications: ['high_intent'] },
  ...{ signalCategories: ['growth'], accountKeys: ["n:Smith, Jones's"], keywords: ['need, now', 'CRM'] },
}
const style = { language: 'de', parts: ['why', 'quote'], subject: "Lead: {{signal.title}}, isn't it?" }
const rules = [
  {},
  { channels: ['chn_1', 'chn_2'], conditions },
  { ...style, mode: 'digest', cron: '*/5 * * * *', timeZone: 'Europe/Berlin', groupBy: 'account' },
  {
    throttle: { count: 5, windowMs: 5_400_000 },
    quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
  },
  {
    quiet: { from: '22:00', to: '07:00', bypassImmediate: false },
    assign: { roundRobin: ['usr_a', 'usr_b'] },
  },
  { continue: true, backfill: true },
].map((definition) => ruleDefinitionSchema.parse({ channels: 'all', ...definition }))

test.each(rules)('the command beside a new rule creates it: %j', async (definition) => {
  const { createCommand } = await commandsOf('rules/rule-command')
  const line = createCommand('org_1', { name: "Ada's", definition, position: 3 })
  const { path, given } = await readCommand(line)
  const { workspace, name, position } = readInput(ruleCreate.parameters, given)
  expect({ path, workspace, name, position }).toEqual({
    ...{ path: 'rule create', workspace: 'org_1', name: "Ada's", position: 3 },
  })
  expect(readRule(readInput(ruleParameters, given))).toEqual(definition)
})

test.each(rules.flatMap((before) => rules.map((after) => ({ before, after }))))(
  'the command beside a stored rule changes $before into $after',
  async ({ before, after }) => {
    const { editCommand } = await commandsOf('rules/rule-command')
    const stored = { ruleId: 'rul_1', name: 'Rule', position: 2, definition: before }
    const { given } = await readCommand(editCommand(stored, { name: 'New', definition: after, position: 1 }))
    const { ruleId, name, position } = readInput(ruleEdit.parameters, given)
    expect({ ruleId, name, position }).toEqual({ ruleId: 'rul_1', name: 'New', position: 1 })
    expect(readRule(readInput(ruleParameters, given), { before, cleared: clearedBy(given) })).toEqual(after)
  },
)

const step = { afterMs: 900_000, channelId: 'chn_1' }
const escalations = [
  { steps: [step] },
  {
    ...{ conditions, unless: ['read', 'acknowledged'], repeat: 2 },
    steps: [step, { afterMs: 7_200_000, channelId: 'chn_2', personId: 'usr_a' }],
    ...{ hours: 'Mo-Fr 09:00-18:00', timeZone: 'Europe/Berlin', holidays: ['2026-12-25', '2027-01-01'] },
  },
].map((definition) => escalationDefinitionSchema.parse(definition))

test.each(escalations)('the command beside a new escalation creates it: %j', async (definition) => {
  const { createCommand } = await commandsOf('escalations/escalation-command')
  const { given } = await readCommand(createCommand('org_1', { name: 'Hot', definition }))
  const { workspace, name } = readInput(escalationCreate.parameters, given)
  expect({ workspace, name }).toEqual({ workspace: 'org_1', name: 'Hot' })
  expect(readEscalation(readInput(escalationParameters, given))).toEqual(definition)
})

test.each(escalations.flatMap((before) => escalations.map((after) => ({ before, after }))))(
  'the command beside a stored escalation changes $before into $after',
  async ({ before, after }) => {
    const { editCommand } = await commandsOf('escalations/escalation-command')
    const stored = { escalationId: 'esc_1', name: 'Hot', definition: before }
    const { given } = await readCommand(editCommand(stored, { name: 'Hot', definition: after }))
    readInput(escalationEdit.parameters, given)
    const read = readInput(escalationParameters, given)
    expect(readEscalation(read, { before, cleared: clearedBy(given) })).toEqual(after)
  },
)

test.each([
  {
    schedule: { everyMinutes: 90 },
    boards: [{ platform: 'greenhouse', board: 'stripe' }],
    sensitivity: 'low',
  },
  { schedule: { cron: '0 8 * * 1-5', timezone: 'Europe/Berlin' }, boards: [], sensitivity: 'balanced' },
])('the command beside a new listener has its plan, schedule, boards and sensitivity: %j', async (given) => {
  const { createCommand } = await commandsOf('listeners/draft/listener-command')
  const plan = {
    mode: 'market',
    objective: "find 'x'",
    keywords: ['CRM'],
    queries: [{ source: 'g2', query: 'a b' }],
  }
  const line = createCommand('org_1', { name: 'Seekers', plan, ...given })
  const [, json = ''] = /^printf %s (.*) \| \.\/signalpost /.exec(line) ?? []
  expect(JSON.parse(json.slice(1, -1).replaceAll("'\\''", "'"))).toEqual(plan)
  const called = await readCommand(line)
  expect(readInput(listenerCreate.parameters, called.given)).toMatchObject({
    ...{ workspace: 'org_1', name: 'Seekers', plan: '-' },
  })
  const read = readInput(listenerParameters, called.given)
  expect({ schedule: readSchedule(read), boards: read.boards, sensitivity: read.sensitivity }).toEqual(given)
})
