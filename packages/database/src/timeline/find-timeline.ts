import { type Timeline, type TimelineStep, timelineStages } from '@signalpost/domain'
import type { Database, DatabaseTransaction } from '../database.ts'
import { attemptPart } from './alerts/attempts.ts'
import { escalatedPart } from './alerts/escalated.ts'
import { evaluatedPart, readDecisions } from './alerts/evaluated.ts'
import { editedPart, webhookPart } from './alerts/messages.ts'
import { type Ledger, readLedger } from './deliveries.ts'
import { erasedPart } from './erased.ts'
import { mergedPart } from './merged.ts'
import { nameRecords } from './name-records.ts'
import type { Part, Subject } from './part.ts'
import { receivedPart, storedPart } from './received.ts'
import { registerPart } from './registers.ts'
import { readSubject } from './stored-signal.ts'
import { syncedPart } from './synced.ts'

type Options = Pick<Subject, 'orgId' | 'signalId' | 'ledgerDays' | 'nowMs'>

/**
 * Returns what happened to a signal, from the requests that named it to its rows in warehouses. Undefined if neither the
 * records nor the ledger know it. After an erasure nothing in it is text of others. Its lists are bounded, and a gap
 * says how much is left out.
 */
export async function findTimeline(database: Database, options: Options): Promise<Timeline | undefined> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const subject = await readSubject(transaction, options)
      const ledger = await readLedger(transaction, subject)
      const isKnown = subject.state !== undefined || subject.registers !== undefined
      if (!isKnown && ledger.deliveries.length === 0) return undefined
      const timeline = assemble(subject, await readParts(transaction, subject, ledger))
      return nameRecords(transaction, subject.orgId, timeline)
    })
}

async function readParts(
  transaction: DatabaseTransaction,
  subject: Subject,
  ledger: Ledger,
): Promise<Part[]> {
  const decisions = await readDecisions(transaction, subject)
  const evaluated = await evaluatedPart(transaction, subject, decisions)
  const undecided = evaluated.gaps[0]?.reason ?? 'no rule matched'
  return [
    receivedPart(subject, ledger),
    storedPart(subject, ledger),
    await mergedPart(transaction, subject, ledger),
    await registerPart(transaction, subject),
    evaluated,
    await attemptPart(transaction, subject, { decisions, undecided }),
    await editedPart(transaction, subject, decisions),
    await webhookPart(transaction, subject),
    await escalatedPart(transaction, subject),
    await syncedPart(transaction, subject),
    erasedPart(subject, ledger),
  ]
}

/** Steps of one moment are in the order of the stages. */
function assemble({ signalId }: Subject, parts: Part[]): Timeline {
  const steps = parts.flatMap((part) => part.steps).toSorted(compareSteps)
  return { signalId, steps, gaps: parts.flatMap((part) => part.gaps) }
}

function compareSteps(a: TimelineStep, b: TimelineStep): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return timelineStages.indexOf(a.stage) - timelineStages.indexOf(b.stage)
}
