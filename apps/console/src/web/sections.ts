import { accounts } from './pages/accounts/section.ts'
import { alerts } from './pages/alerts/section.ts'
import { assistants } from './pages/assistants/section.ts'
import { audit } from './pages/audit/section.ts'
import { channels } from './pages/channels/section.ts'
import { deliveries } from './pages/deliveries/section.ts'
import { escalations } from './pages/escalations/section.ts'
import { inbox } from './pages/inbox/section.ts'
import { keys } from './pages/keys/section.ts'
import { listeners } from './pages/listeners/section.ts'
import { lists } from './pages/lists/section.ts'
import { overview } from './pages/overview/section.ts'
import { people } from './pages/people/section.ts'
import { pipeline } from './pages/pipeline/section.ts'
import { rejections } from './pages/rejections/section.ts'
import { rules } from './pages/rules/section.ts'
import { signals } from './pages/signals/section.ts'
import { silences } from './pages/silences/section.ts'
import { sources } from './pages/sources/section.ts'
import { start } from './pages/start/section.ts'
import { warehouses } from './pages/warehouses/section.ts'
import type { Section } from './section.ts'

/** The pages of a workspace, in the order of the navigation. Sections of a group stand together. */
export const sections: readonly Section[] = [
  overview,
  ...[inbox, signals, pipeline, accounts, lists, listeners],
  ...[deliveries, rejections, sources],
  ...[alerts, channels, rules, escalations, silences, warehouses],
  ...[people, keys, assistants, audit, start],
]
