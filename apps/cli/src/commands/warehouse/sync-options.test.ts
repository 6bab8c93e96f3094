import { expect, test } from 'vitest'
import { showingProgress } from './sync-options.ts'

test('shows a bar for each table that has rows, and ends the last one also when the work fails', async () => {
  const said: string[] = []
  const terminal = {
    print: () => undefined,
    note: (line: string) => void said.push(line),
    ask: async () => false,
    startProgress: ({ title, total }: { title: string; total: number }) => {
      said.push(`${title} of ${total}`)
      return {
        advance: (count: number) => void said.push(`+${count}`),
        stop: (summary: string) => void said.push(summary),
      }
    },
  }
  const work = showingProgress(terminal, async ({ onProgress, onWait }) => {
    onWait?.()
    onProgress?.({ table: 'signals', rows: 0, remaining: 5 })
    onProgress?.({ table: 'signals', rows: 3, remaining: 2 })
    onProgress?.({ table: 'signals', rows: 5, remaining: 0 })
    onProgress?.({ table: 'deals', rows: 0, remaining: 0 })
    onProgress?.({ table: 'notes', rows: 0, remaining: 2 })
    throw new Error('away')
  })
  await expect(work).rejects.toThrow('away')
  expect(said).toEqual([
    expect.stringContaining('waiting'),
    'signals of 5',
    '+0',
    '+3',
    '+2',
    'signals: 5 rows',
    'notes of 2',
    '+0',
    'notes: 0 rows',
  ])
})
