import type { Database } from '@signalpost/database'
import {
  getSource,
  groupRejections,
  listRejections,
  listWorkspaceRejections,
  type Rejection,
  type RejectionGroup,
} from '@signalpost/database/access'
import { adviseSender, type Diagnosis, explainRefusal, findings } from '@signalpost/signatures'

/** The reason in words, and one sentence of advice for the sender; null if the request was not examined. */
type Explained = { explanation: string; advice: string | null }

/** A refused request, explained. */
export type JudgedRejection = Rejection & Explained
/** Refused requests with one explanation. */
export type JudgedRejectionGroup = RejectionGroup & Explained

/** Returns the last 1,000 refused requests of a source, the newest first. Throws RejectedError `not_found`. */
export async function listJudgedRejections(
  database: Database,
  reference: { sourceId: string; orgId?: string | undefined },
): Promise<JudgedRejection[]> {
  const { sourceId } = await getSource(database, reference)
  return (await listRejections(database, sourceId)).map(explain)
}

/** Returns the newest refused requests of a workspace, or of one of its sources. Throws RejectedError `not_found`. */
export async function listNewestRejections(
  database: Database,
  reference: { orgId: string; sourceId?: string | undefined; limit: number },
): Promise<(JudgedRejection & { sourceId: string })[]> {
  const { orgId, sourceId } = reference
  if (sourceId !== undefined) await getSource(database, { orgId, sourceId })
  return (await listWorkspaceRejections(database, reference)).map(explain)
}

/**
 * Groups the refused requests of a workspace, or of one of its sources, by what explains them, the last refused first.
 * Throws RejectedError `not_found`.
 */
export async function groupJudgedRejections(
  database: Database,
  reference: { orgId: string; sourceId?: string | undefined; nowMs: number },
): Promise<JudgedRejectionGroup[]> {
  const { orgId, sourceId } = reference
  if (sourceId !== undefined) await getSource(database, { orgId, sourceId })
  return (await groupRejections(database, reference)).map(explain)
}

function explain<Refused extends Pick<Rejection, 'reason' | 'finding' | 'detail'>>(
  rejection: Refused,
): Refused & Explained {
  const diagnosis = diagnosisOf(rejection)
  if (diagnosis === undefined) return { ...rejection, explanation: sayReason(rejection.reason), advice: null }
  return { ...rejection, explanation: explainRefusal(diagnosis), advice: adviseSender(diagnosis) }
}

function diagnosisOf({ finding, detail }: Pick<Rejection, 'finding' | 'detail'>): Diagnosis | undefined {
  const known = findings.find((one) => one === finding)
  return known === undefined ? undefined : { finding: known, ...(detail !== null && { detail }) }
}

/** Says why a request was refused, as far as its reason does: of what has no finding, or was recorded by a later version. */
export function sayReason(reason: string): string {
  return reasons[reason] ?? `Refused: ${reason.replaceAll('_', ' ')}`
}

const reasons: Record<string, string> = {
  missing: 'The signature header is missing',
  repeated: 'The signature header came more than once',
  malformed: 'The signature header is not in the format of the scheme',
  mismatch: 'The signature does not match',
  stale: 'The timestamp of the signature is out of tolerance',
  no_secret: 'The source has no valid secret',
  disabled: 'The source is disabled',
}
