import { randomBytes } from 'node:crypto'
import { createSecretBox, type Database } from '@signalpost/database'
import {
  createChannel,
  createEscalation,
  editEscalation,
  listRules,
  setRuleEnabled,
} from '@signalpost/database/rules'
import {
  type EscalationDefinition,
  escalationDefinitionSchema,
  type StepPlace,
  stepsFrom,
} from '@signalpost/domain'
import type { WebhookReceiver } from '@signalpost/testing'

/** An escalation of one workspace; its keyword decides which signals it is for. */
export type PlannedEscalation = {
  escalationId: string
  orgId: string
  keyword: string
  definition: EscalationDefinition
  places: StepPlace[]
  /** `opens` and `closes` do so by the clock while signals escalate; an edit closes `closing`. */
  hours: 'always' | 'closed' | 'closing' | 'opens' | 'closes'
  /** When its hours begin; undefined if they were always open. */
  openedAtMs: number | undefined
  /** When its hours end, by the clock or, by the database's clock, by an edit; undefined while they are open. */
  closedAtMs: number | undefined
}

const hourMs = 3_600_000
const stepsAfterMs = [1_000, 2_000, 4_000]

/** Half-hour zones on both sides of UTC: hours that are read in the wrong zone are hours off. */
const plans = [
  { orgId: 'org_kolkata', timeZone: 'Asia/Kolkata', hours: 'opens', repeat: 0 },
  { orgId: 'org_kolkata', timeZone: 'Asia/Kolkata', hours: 'closes', repeat: 0 },
  { orgId: 'org_newfoundland', timeZone: 'America/St_Johns', hours: 'opens', repeat: 1 },
  { orgId: 'org_newfoundland', timeZone: 'America/St_Johns', hours: 'closes', repeat: 0 },
  { orgId: 'org_kolkata', timeZone: 'Asia/Kolkata', hours: 'always', repeat: 0 },
  { orgId: 'org_newfoundland', timeZone: 'America/St_Johns', hours: 'always', repeat: 1 },
  { orgId: 'org_newfoundland', timeZone: 'America/St_Johns', hours: 'closed', repeat: 0 },
  { orgId: 'org_newfoundland', timeZone: 'America/St_Johns', hours: 'closing', repeat: 0 },
] as const

export const escalatingOrgIds = [...new Set(plans.map(({ orgId }) => orgId))]

/** Creates the escalations, each step with a channel of its own, and nothing else that sends. */
export async function planEscalations(
  database: Database,
  { masterKey, webhook }: { masterKey: string; webhook: WebhookReceiver },
): Promise<PlannedEscalation[]> {
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  webhook.secrets.push(secret)
  const channels = new Map<string, string[]>()
  for (const orgId of escalatingOrgIds) {
    for (const { ruleId } of await listRules(database, orgId)) {
      await setRuleEnabled(database, { ruleId, orgId, enabled: false })
    }
    const channelIds: string[] = []
    for (const afterMs of stepsAfterMs) {
      const { channelId } = await createChannel(database, secretBox, {
        ...{ orgId, kind: 'webhook', name: `After ${afterMs} ms`, secrets: { secret } },
        settings: { url: webhook.url, events: [] },
      })
      channelIds.push(channelId)
    }
    channels.set(orgId, channelIds)
  }
  const planned: PlannedEscalation[] = []
  for (const { orgId, timeZone, hours, repeat } of plans) {
    const keyword = `${orgId.slice('org_'.length)}${hours}`
    const definition = escalationDefinitionSchema.parse({
      conditions: { minUrgency: 'high', keywords: [keyword] },
      unless: ['assigned', 'acknowledged'],
      steps: stepsAfterMs.map((afterMs, index) => ({ afterMs, channelId: channels.get(orgId)?.[index] })),
      hours: hours === 'closed' ? closedHours(timeZone) : openHours(timeZone),
      ...{ timeZone, repeat },
    })
    const { escalationId } = await createEscalation(database, { orgId, name: keyword, definition })
    planned.push({
      ...{ escalationId, orgId, keyword, definition, hours, openedAtMs: undefined },
      places: stepsFrom(definition, { round: 1, step: 1 }),
      closedAtMs: hours === 'closed' ? 0 : undefined,
    })
  }
  return planned
}

/** Ends the hours of those that close. `readClock` reads the database's clock. */
export async function closeHours(
  database: Database,
  { planned, readClock }: { planned: PlannedEscalation[]; readClock: () => Promise<number> },
): Promise<void> {
  for (const one of planned.filter(({ hours }) => hours === 'closing')) {
    await changeHours(database, one, closedHours(one.definition.timeZone))
    one.closedAtMs = await readClock()
  }
}

/** Sets the hours of those that open or close by the clock. `edgeMs` is a whole minute. */
export async function setEdges(
  database: Database,
  { planned, edgeMs }: { planned: PlannedEscalation[]; edgeMs: number },
): Promise<void> {
  for (const one of planned) {
    const { timeZone } = one.definition
    if (one.hours === 'opens') {
      await changeHours(database, one, hoursFrom(timeZone, edgeMs, edgeMs + 2 * hourMs))
      one.openedAtMs = edgeMs
    }
    if (one.hours === 'closes') {
      await changeHours(database, one, hoursFrom(timeZone, edgeMs - 2 * hourMs, edgeMs))
      one.closedAtMs = edgeMs
    }
  }
}

async function changeHours(database: Database, one: PlannedEscalation, hours: string): Promise<void> {
  const { escalationId, orgId, definition } = one
  await editEscalation(database, { escalationId, orgId, definition: { ...definition, hours } })
}

function openHours(timeZone: string): string {
  return hoursFrom(timeZone, Date.now() - 2 * hourMs, Date.now() + 2 * hourMs)
}

/** Closed now, but open in Newfoundland if the hours were read in UTC. */
function closedHours(timeZone: string): string {
  return hoursFrom(timeZone, Date.now() + 2 * hourMs, Date.now() + 5 * hourMs)
}

function hoursFrom(timeZone: string, fromMs: number, toMs: number): string {
  return `Mo-Su ${clockIn(timeZone, fromMs)}-${clockIn(timeZone, toMs)}`
}

function clockIn(timeZone: string, atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(atMs)
}
