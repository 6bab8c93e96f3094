import { expect, test, vi } from 'vitest'
import { sayMoment } from './say-moment.ts'

test('says a moment in its zone, and has one clock for it, however it is spelled', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat')
  const said = ['Asia/Seoul', 'asia/seoul'].map((zone) => sayMoment('2026-11-20T09:00:00.000Z', zone))
  expect(said).toEqual(['2026-11-20 18:00 Asia/Seoul', '2026-11-20 18:00 asia/seoul'])
  expect(create).toHaveBeenCalledTimes(1)
  create.mockRestore()
})
