import { isDeepStrictEqual } from 'node:util'
import type { Channel } from '@signalpost/channels'
import {
  editChannel,
  getChannel,
  openChannelSecrets,
  replaceChannelSecrets,
} from '@signalpost/database/rules'
import {
  type Issue,
  nameSchema,
  openUrls,
  orgIdSchema,
  RejectedError,
  sealUrls,
  showUrls,
  urlMembersOf,
} from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { demandRecentLogin } from '../perform-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { channelAudit, channelDocument, withQueue } from './channel-document.ts'
import { channelMembers, getChannelKind } from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  settings: z
    .record(z.string().max(100), channelMembers.valueType.nullable())
    .default({})
    .meta({ description: 'Those that change; null removes one.' }),
  secrets: z.record(z.string().max(100), z.string().nullable()).default({}).meta({
    description: 'Those that are sent, again, if the URL leads to another origin; null removes one.',
  }),
})

type Members = Readonly<Record<string, unknown>>

/**
 * Changes the name and settings that are given and keeps the rest; secrets are rotated instead. A URL on another origin
 * needs a recent login, and the secrets that are sent there again. Throws RejectedError: `not_found`, `login_required`,
 * and `invalid_request`, which names what the kind does not accept.
 */
export const editChannelAct = defineOperation({
  name: 'channel.edit',
  summary:
    'Change the name or settings of a channel and keep the rest. Use channel rotate for secrets; another origin needs those that are sent again.',
  demands: 'admin',
  input,
  http: { method: 'patch', path: '/channels/{id}', errors: ['not_found'] },
  output: channelDocument,
  run: async ({
    transaction,
    services,
    caller,
    input: { name, settings: given, secrets: givenSecrets, ...reference },
  }: ActWork<z.output<typeof input>, ChannelUrlServices>) => {
    const before = await getChannel(transaction, reference)
    const { channelId, orgId } = before
    const kind = getChannelKind(before.kind)
    // The kind judges settings and secrets together: some go only with each other.
    const [newest] = await openChannelSecrets(transaction, services.secretBox, { channelId, orgId })
    const stored = openUrls(kind, { settings: before.settings, secrets: newest?.secrets ?? {} })
    const changed = changesOf(kind, given, stored.settings)
    const moved = findMovedUrl(kind, changed, stored.settings)
    checkSecrets(kind, { moved, given: givenSecrets, stored: stored.secrets })
    const read = readKindInput(kind, {
      settings: withoutNulls({ ...stored.settings, ...changed }),
      secrets: withoutNulls({ ...stored.secrets, ...givenSecrets }),
    })
    // An address that stays may have been allowed before.
    checkUrls(kind, { settings: changed, secrets: {} }, services.allowedNetworks)
    if (moved !== undefined) demandRecentLogin(caller, services.nowMs())
    const { settings, secrets } = sealUrls(kind, read)
    const after = await editChannel(transaction, { channelId, orgId, name, settings })
    const isResealed = newest !== undefined && !isDeepStrictEqual(newest.secrets, secrets)
    if (isResealed) {
      const { secretId } = newest
      await replaceChannelSecrets(transaction, services.secretBox, { channelId, secretId, secrets })
    }
    const [shownBefore, shownAfter] = [channelAudit.stateOf(before), channelAudit.stateOf(after)]
    // What changed in a secret is not shown, but that it did.
    const replaced = Object.keys({ ...secrets, ...newest?.secrets }).filter(
      (member) => secrets[member] !== newest?.secrets[member],
    )
    const states = { before: shownBefore, after: { ...shownAfter, ...(replaced.length > 0 && { replaced }) } }
    return {
      result: await withQueue(transaction, after, services.nowMs()),
      change: changeBetween({ ...channelAudit.targetOf(after), ...states }),
    }
  },
})

/** What is shown of a secret URL and comes back unchanged is no change. */
function changesOf(kind: Channel, given: Members, stored: Members): Record<string, unknown> {
  const shown = showUrls(kind, stored)
  const isSame = (member: string) => urlMembersOf(kind).includes(member) && given[member] === shown[member]
  return Object.fromEntries(Object.entries(given).filter(([member]) => !isSame(member)))
}

/** Returns the member whose URL leads to another origin than before. */
function findMovedUrl(kind: Channel, changed: Members, stored: Members): string | undefined {
  const originOf = (url: unknown) => (typeof url === 'string' ? URL.parse(url)?.origin : undefined)
  return urlMembersOf(kind).find((member) => {
    const [origin, old] = [originOf(changed[member]), originOf(stored[member])]
    return origin !== undefined && origin !== old
  })
}

/** A secret that is sent is known to those who gave it, not to everyone who may change where it goes. */
function checkSecrets(
  kind: Channel,
  { moved, given, stored }: { moved: string | undefined; given: Members; stored: Members },
): void {
  // A generated one signs what is sent, and is not sent itself.
  const sent = Object.entries(kind.options).flatMap(([member, option]) =>
    'secret' in option && option.generate === undefined ? [member] : [],
  )
  const issues: Issue[] =
    moved === undefined
      ? Object.keys(given).map((member) => ({
          path: `secrets.${member}`,
          message: 'goes only with a URL on another origin; rotate it instead',
        }))
      : sent
          .filter((member) => stored[member] !== undefined && given[member] === undefined)
          .map((member) => ({
            path: `secrets.${member}`,
            message: `is needed again, because the ${moved} leads to another origin`,
          }))
  if (issues.length === 0) return
  throw new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}

function withoutNulls(members: Members): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
