import { join } from 'node:path'
import { performAct } from '@signalpost/administration'
import { createCollectionAct } from '@signalpost/administration/collection'
import { demoWarehouseFile, keepDemoAct } from '@signalpost/administration/demo'
import { createEscalationAct } from '@signalpost/administration/escalation'
import { createNoteAct, saveSignalAct } from '@signalpost/administration/record'
import { createWarehouseAct } from '@signalpost/administration/warehouse'
import { listDemoRecords } from '@signalpost/database/demo'
import { listChannels } from '@signalpost/database/rules'
import { escalationDefinitionSchema, minuteMs } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import type { DemoRun } from './demo-event.ts'
import { addPartner } from './demo-partner.ts'
import type { DemoSignal } from './demo-signals.ts'

const bestShown = 6
const warehouseIntervalSeconds = 20

/** An escalation that begins with the signals that no one took yet, so it has to be there before them. */
export async function addEscalation(context: CommandContext, orgId: string): Promise<void> {
  const brought = await listDemoRecords(context.database, { orgId })
  if (brought.some(({ kind }) => kind === 'escalation')) return
  const inbox = (await listChannels(context.database, orgId)).find(({ kind }) => kind === 'inbox')
  if (inbox === undefined) return
  const { channelId } = inbox
  const definition = escalationDefinitionSchema.parse({
    conditions: { minUrgency: 'immediate' },
    steps: [
      { afterMs: 15 * minuteMs, channelId },
      { afterMs: 60 * minuteMs, channelId },
    ],
  })
  const name = 'Urgent leads that no one took'
  const { escalationId } = await context.call(createEscalationAct, { orgId, name, definition })
  await context.perform(keepDemoAct, { orgId, records: [{ kind: 'escalation', id: escalationId }] })
}

/** What people and another sender did beside the events, once. */
export async function addWork(
  context: CommandContext,
  { run, signals, sourceId }: { run: DemoRun; signals: readonly DemoSignal[]; sourceId: string },
): Promise<void> {
  const { orgId } = run
  const brought = await listDemoRecords(context.database, { orgId })
  if (brought.some(({ kind }) => kind === 'collection')) return
  const best = signals.toSorted((a, b) => b.relevanceScore - a.relevanceScore).slice(0, bestShown)
  await addList(context, { orgId, best })
  await addNotes(context, { run, best })
  await addPartner(context, { orgId, sourceId })
  await addWarehouse(context, orgId)
}

async function addList(
  context: CommandContext,
  { orgId, best }: { orgId: string; best: readonly DemoSignal[] },
): Promise<void> {
  const description = 'The best matches of the last days.'
  const list = await context.perform(createCollectionAct, { orgId, name: 'Call this week', description })
  await context.perform(keepDemoAct, { orgId, records: [{ kind: 'collection', id: list.id }] })
  for (const { id: signalId } of best) {
    await context.perform(saveSignalAct, { orgId, signalId, listId: list.id })
  }
}

const notes = [
  'Wrote to them this morning. They compare three tools and decide next week.',
  'Same team as last year. Ask for the budget owner first.',
  'No reply yet. Try again on Monday.',
]

async function addNotes(
  context: CommandContext,
  { run: { orgId, personIds }, best }: { run: DemoRun; best: readonly DemoSignal[] },
): Promise<void> {
  for (const [index, body] of notes.entries()) {
    const [signal, personId] = [best[index], personIds[index]]
    if (signal === undefined || personId === undefined) return
    await performAct(context, {
      caller: {
        ...{ actor: { kind: 'person', id: personId }, orgId, role: 'member', isOperator: false },
        ...{ address: null, requestId: null },
      },
      act: createNoteAct,
      input: { orgId, target: { type: 'signal', id: signal.id }, body },
    })
  }
}

async function addWarehouse(context: CommandContext, orgId: string): Promise<void> {
  const { warehouseId } = await context.perform(createWarehouseAct, {
    ...{ orgId, kind: 'duckdb', name: 'Demo', secrets: {}, intervalSeconds: warehouseIntervalSeconds },
    settings: { path: join(context.config.dataDir, demoWarehouseFile) },
  })
  await context.perform(keepDemoAct, { orgId, records: [{ kind: 'warehouse', id: warehouseId }] })
}
