import { z } from 'zod'
import { defineEventKind, type EventKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { registerClaim } from '../records/signal-registers.ts'
import type { RegisterEvent } from '../registers/define-register.ts'
import { type RegisterKind, registerKinds } from '../registers/register-kinds.ts'
import { exampleSignal } from './example-records.ts'

/** One kind of event for each register, sorted by type. */
export const registerEvents: readonly EventKind[] = registerKinds
  .map(defineRegisterEvent)
  .sort((a, b) => (a.type < b.type ? -1 : 1))

type Data = { signalId: string } & Record<string, unknown>

function defineRegisterEvent({ name, value: valueSchema, isNullable, event }: RegisterKind): EventKind {
  const { type, example, extraData, saysBy = false }: RegisterEvent = event
  return defineEventKind({
    type,
    sentOn: { register: name },
    // The cast: beside a computed member, TypeScript forgets the type of any other.
    data: z.object({
      signalId: idSchema,
      [name]: isNullable ? valueSchema.nullable() : valueSchema,
      ...extraData,
      // What cannot be an id says nothing; it does not cost the value.
      ...(saysBy && { by: idSchema.nullish().catch(undefined) }),
    }) as unknown as z.ZodType<Data>,
    example: { signalId: exampleSignal.id, ...example },
    contributions: ({ signalId, [name]: value, by }, key) => {
      const claim = { key, value, ...(saysBy && typeof by === 'string' && { by }) }
      return [{ record: 'registers', id: signalId, state: registerClaim(name, claim) }]
    },
  })
}
