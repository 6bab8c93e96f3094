import type { ListenerDraft } from '../draft/listener-draft.ts'

export type DraftProps = { draft: ListenerDraft; onChange: (draft: ListenerDraft) => void }
