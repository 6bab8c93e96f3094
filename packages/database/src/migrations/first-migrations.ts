import { up as access } from './0001-access.ts'
import { up as ledger } from './0002-ledger.ts'
import { up as records } from './0003-records.ts'
import { up as accounts } from './0004-accounts.ts'
import { up as writes } from './0005-writes.ts'
import { up as analyses } from './0006-analyses.ts'
import { up as alertSettings } from './0007-alert-settings.ts'
import { up as dispatches } from './0008-dispatches.ts'
import { up as messageEdits } from './0009-message-edits.ts'
import { up as assignees } from './0010-assignees.ts'
import { up as changes } from './0011-changes.ts'
import { up as warehouses } from './0012-warehouses.ts'
import { up as channelPauses } from './0013-channel-pauses.ts'
import type { Migration } from './migration.ts'

/** Those before `0014-opened-warehouses`, in the order in which they run. */
export const firstMigrations: Record<string, Migration> = {
  '0001-access': { up: access },
  '0002-ledger': { up: ledger },
  '0003-records': { up: records },
  '0004-accounts': { up: accounts },
  '0005-writes': { up: writes },
  '0006-analyses': { up: analyses },
  '0007-alert-settings': { up: alertSettings },
  '0008-dispatches': { up: dispatches },
  '0009-message-edits': { up: messageEdits },
  '0010-assignees': { up: assignees },
  '0011-changes': { up: changes },
  '0012-warehouses': { up: warehouses },
  '0013-channel-pauses': { up: channelPauses },
}
