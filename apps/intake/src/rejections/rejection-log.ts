import type { RawHeaders } from '@signalpost/signatures'
import type { HeldRejection, SourceActivity } from '../sources/source-activity.ts'
import type { RejectionExaminer } from './examine-rejections.ts'

type Refused = { rawHeaders: RawHeaders; body: Buffer; reason: string; address: string; atMs: number }

/** Receives every refused request to a known source. It keeps what explains the refusal, and nothing of the request. */
export type RejectionLog = {
  /** Takes a request whose signature was refused, and explains it after its answer. */
  addRefused: (source: { sourceId: string; orgId: string; enabled: boolean }, refused: Refused) => void
  /** Takes a request that was refused before its body was read. */
  addUnread: (rejection: Omit<HeldRejection, 'finding' | 'detail'>) => void
}

export function createRejectionLog(
  activity: Pick<SourceActivity, 'recordRejection'>,
  examiner: Pick<RejectionExaminer, 'examine'>,
): RejectionLog {
  return {
    addRefused: ({ sourceId, orgId, enabled }, { rawHeaders, body, ...refused }) => {
      const rejection = { sourceId, ...refused, bytes: body.length }
      if (!enabled) {
        activity.recordRejection({ ...rejection, finding: 'not_examined', detail: 'disabled' })
        return
      }
      examiner.examine({ sourceId, orgId, rawHeaders, body, atMs: refused.atMs }, ({ finding, detail }) => {
        activity.recordRejection({ ...rejection, finding, detail })
      })
    },
    addUnread: (rejection) => {
      activity.recordRejection({ ...rejection, finding: 'not_examined', detail: rejection.reason })
    },
  }
}
