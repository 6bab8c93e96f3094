import {
  getChannel,
  liftSuppression,
  listSuppressedAddresses,
  type SuppressedAddress,
} from '@signalpost/database/rules'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineList, defineOperation } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { channelAudit, channelReference } from './channel-document.ts'

const addressSchema = z.object({
  address: z.string(),
  reason: z.string(),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
})

/**
 * Throws RejectedError `not_found` for a channel that does not exist, or does not suppress the address.
 */
export const liftSuppressionAct = defineOperation({
  name: 'channel.lift',
  summary: 'Lift the suppression of an address that unsubscribed from a channel or was refused.',
  demands: 'admin',
  input: channelReference.extend({ address: z.string().min(1).max(320) }),
  http: {
    ...{ method: 'post', path: '/channels/{id}/lift', errors: ['not_found'] },
    operationId: 'liftSuppression',
  },
  run: async ({ transaction, input: { address, ...reference } }) => {
    const channel = await getChannel(transaction, reference)
    const { channelId, orgId } = channel
    const lifted = await liftSuppression(transaction, { channelId, orgId, address })
    if (lifted === undefined) {
      throw new RejectedError('not_found', 'The channel does not suppress this address.')
    }
    const { reason } = lifted
    const before = { suppressed: { address: lifted.address, reason } }
    return { result: lifted, change: { ...channelAudit.targetOf(channel), before, after: {} } }
  },
  output: {
    description: 'What was lifted.',
    schema: addressSchema,
    of: describeAddress,
  },
})

export const listAddressesRead = defineList({
  name: 'channel.addresses',
  summary: "List a channel's suppressed addresses: unsubscribed, or permanently refused.",
  demands: 'viewer',
  input: channelReference,
  http: {
    ...{ method: 'get', path: '/channels/{id}/addresses', errors: ['not_found'] },
    operationId: 'listSuppressedAddresses',
  },
  output: { description: 'All of them.', schema: addressSchema, of: describeAddress },
  idOf: ({ address }) => address,
  read: async ({ services: { database }, input }) => {
    const { channelId, orgId } = await getChannel(database, input)
    return listSuppressedAddresses(database, { channelId, orgId })
  },
})

function describeAddress({
  address,
  reason,
  since,
  until,
}: SuppressedAddress): z.infer<typeof addressSchema> {
  return { address, reason, since: since.toISOString(), until: textOf(until) }
}
