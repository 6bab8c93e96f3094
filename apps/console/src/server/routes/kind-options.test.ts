import { channels } from '@signalpost/channels'
import { warehouseKinds } from '@signalpost/warehouses'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeOptions } from './kind-options.ts'

test('a form offers the values of every closed list', () => {
  const typed = [...channels, ...warehouseKinds].flatMap((kind) => {
    const shape: Record<string, unknown> = kind.settings instanceof z.ZodObject ? kind.settings.shape : {}
    return describeOptions(kind)
      .filter(({ member, placeholder }) => placeholder.includes('|') || isClosed(shape[member]))
      .filter(({ choices }) => choices === null)
      .map(({ member }) => `${kind.kind}.${member}`)
  })
  expect(typed).toEqual([])
})

/** Whether a schema, behind a default and the like, accepts only some texts. */
function isClosed(schema: unknown): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return isClosed(schema.unwrap())
  }
  return schema instanceof z.ZodEnum
}
