import { expect, test } from 'vitest'
import { restoreToAMoment } from './restore-to-a-moment.ts'

test('a restore to a moment has what was acknowledged before it and nothing from after it, and names a wrong master key', async (context) => {
  const report = await restoreToAMoment(context, { filled: 0 })
  const { doctor, doctorWithAnotherKey, ...figures } = report
  await context.annotate(JSON.stringify(figures))
  expect(report).toMatchObject({ complaints: [], stepsLeftOut: [] })
  expect(report.acknowledged).toBeGreaterThan(200)
  expect(report.acknowledgedLater).toBeGreaterThan(50)
  expect(doctor).toMatchObject({ ok: true })
  expect(doctorWithAnotherKey).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'master key', ok: false })]),
  })
}, 400_000)
