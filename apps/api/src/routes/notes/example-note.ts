import { exampleSignal, type Note } from '@signalpost/domain'

export const exampleNote: Note = {
  id: 'note_01jc8z',
  target: { type: 'signal', id: exampleSignal.id },
  body: 'Called them: they decide on Thursday.',
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'usr_grace',
}
