import { researchTools, tools } from '@signalpost/assistants'
import { findOpenObjects } from '@signalpost/testing'
import { expect, test } from 'vitest'

test.each([...tools, ...researchTools].map(({ name, input }) => ({ name, input })))(
  '$name takes no member that it does not declare, at any depth',
  ({ input }) => {
    expect(findOpenObjects(input)).toEqual([])
  },
)
