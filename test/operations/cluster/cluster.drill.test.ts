import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildImage, type Image } from '../support/images/build-image.ts'
import { findSlowPhases, type OperationsReport, operateUnderLoad } from './operate-under-load.ts'

let image: Image

beforeAll(async () => {
  image = await buildImage()
}, 900_000)

afterAll(() => image?.close())

test('operations on intakes and a worker at 20 requests/s break no connection, and lose and double nothing', async (context) => {
  const report = await operateUnderLoad(context, {
    image,
    ratePerSecond: 20,
    quietSeconds: 3,
    settings: [
      ...['searcher.enabled=false', 'api.enabled=false', 'console.enabled=false', 'worker.replicas=1'],
      ...['drainSeconds=4', 'terminationGracePeriodSeconds=40'],
    ],
  })
  await context.annotate(JSON.stringify(report))
  expectWhole(report)
  expect(report.acknowledged).toBeGreaterThan(300)
}, 900_000)

test('the chart with its defaults is upgraded, rolled back, scaled and drained at 100 requests/s, and answers in at most three times its usual time', async (context) => {
  const report = await operateUnderLoad(context, {
    image,
    ratePerSecond: 100,
    quietSeconds: 30,
    settings: [],
  })
  await context.annotate(JSON.stringify(report))
  expectWhole(report)
  expect(findSlowPhases(report)).toEqual([])
}, 1_800_000)

/** A 503 without Retry-After would be among the complaints, and a broken connection among the statuses. */
function expectWhole({ lost, appliedTwice, complaints, statuses }: OperationsReport): void {
  const others = Object.entries(statuses).filter(([status]) => !['202', '503'].includes(status))
  expect({ lost, appliedTwice, complaints, others }).toEqual({
    ...{ lost: 0, appliedTwice: 0, complaints: [], others: [] },
  })
}
