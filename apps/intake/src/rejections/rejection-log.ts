import type { Diagnosis, RawHeaders } from '@signalpost/signatures'
import type { HeldRejection, SourceActivity } from '../sources/source-activity.ts'
import type { KnownSource } from '../sources/source-directory.ts'
import type { RejectionExaminer } from './examine-rejections.ts'

type Refused = { rawHeaders: RawHeaders; body: Buffer; reason: string; address: string; atMs: number }

/** Receives every refused request to a known source. It keeps what explains the refusal, and nothing of the request. */
export type RejectionLog = {
  /** Takes a request whose signature was refused, and explains it after its answer. */
  addRefused: (
    source: Pick<KnownSource, 'sourceId' | 'orgId' | 'enabled' | 'diagnoseHeaders'>,
    refused: Refused,
  ) => void
  /** Takes a request that was refused before its body was read. */
  addUnread: (rejection: Omit<HeldRejection, 'finding' | 'detail'>) => void
}

export function createRejectionLog(
  activity: Pick<SourceActivity, 'recordRejection'>,
  examiner: Pick<RejectionExaminer, 'examine'>,
): RejectionLog {
  return {
    addRefused: (source, { rawHeaders, body, ...refused }) => {
      const { sourceId, orgId, enabled } = source
      const rejection = { sourceId, ...refused, bytes: body.length }
      if (!enabled) {
        activity.recordRejection({ ...rejection, finding: 'not_examined', detail: 'disabled' })
        return
      }
      const record = ({ finding, detail }: Diagnosis): void => {
        activity.recordRejection({ ...rejection, finding, detail })
      }
      // After the answer. What the headers explain needs no digest, so it takes nothing of what bounds examinations.
      setImmediate(() => {
        const ofHeaders = source.diagnoseHeaders(rawHeaders)
        if (ofHeaders !== undefined) record(ofHeaders)
        else examiner.examine({ sourceId, orgId, rawHeaders, body, atMs: refused.atMs }, record)
      })
    },
    addUnread: (rejection) => {
      activity.recordRejection({ ...rejection, finding: 'not_examined', detail: rejection.reason })
    },
  }
}
