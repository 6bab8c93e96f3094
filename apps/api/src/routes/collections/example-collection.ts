import type { Collection } from '@signalpost/domain'

export const exampleCollection: Collection = {
  id: 'col_01jc8z',
  name: 'To call this week',
  description: 'What the Monday round picked.',
  createdAt: '2026-11-20T10:00:00.000Z',
}
