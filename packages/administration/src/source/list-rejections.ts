import type { Database } from '@signalpost/database'
import { getSource, listRejections, type Rejection } from '@signalpost/database/access'
import { adviseSender, findings } from '@signalpost/signatures'

/** A refused request with one sentence of advice for its sender; null if nothing examined the request. */
export type JudgedRejection = Rejection & { advice: string | null }

/** Returns the last 1,000 refused requests of a source, the newest first. Throws RejectedError `not_found`. */
export async function listJudgedRejections(
  database: Database,
  reference: { sourceId: string; orgId?: string | undefined },
): Promise<JudgedRejection[]> {
  const { sourceId } = await getSource(database, reference)
  const rejections = await listRejections(database, sourceId)
  return rejections.map((rejection) => ({ ...rejection, advice: adviceOf(rejection) }))
}

function adviceOf({ finding, detail }: Rejection): string | null {
  const known = findings.find((one) => one === finding)
  return known === undefined ? null : adviseSender({ finding: known, ...(detail !== null && { detail }) })
}
