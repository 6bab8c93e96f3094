import { channelOperations } from '@signalpost/administration/channel'
import { instantOf } from '@signalpost/domain'
import { z } from 'zod'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { UsageError } from '../../command/usage-error.ts'
import { list, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record, table } from '../../terminal/table.ts'
import { describeChannel } from './describe-channel.ts'
import { userPairSchema } from './user-pair.ts'

const addressSchema = z.string().min(1).max(320)

export const channelCommands = commandsOf(channelOperations, {
  text: describeChannel,
  elsewhere: [
    'channel.create',
    'channel.rotate',
    'channel.edit',
    // Forms ask while people type.
    'channel.check',
    'channel.preview',
    'channel.test_draft',
  ],
  by: {
    'channel.test': {
      ...withParameters({}, () => ({})),
      outcome: ({ terminal }, { outcome: tested, channel }, { channelId }) => {
        const { outcome, httpStatus, code } = tested
        if (channel.state === 'disabled') {
          terminal.note(
            `The channel is disabled (${channel.reason ?? 'no reason given'}). Run channel enable ${channelId} to send through it.`,
          )
        }
        return {
          // A console has null for what is missing.
          json: { outcome, ...(httpStatus != null && { httpStatus }), ...(code != null && { code }) },
          text: record({ outcome, 'HTTP status': httpStatus, code }),
          exitCode: outcome === 'sent' ? 0 : 1,
        }
      },
    },
    'channel.disable': {
      outcome: (_context, channel) => ({
        json: channel,
        text: `${describeChannel(channel)}${saysGivenUp(channel)}`,
      }),
    },
    'channel.list': {
      columns: {
        CHANNEL: ({ channelId }) => channelId,
        KIND: ({ kind }) => kind,
        NAME: ({ name }) => name,
        STATE: ({ state }) => state,
        REASON: ({ reason }) => reason,
        SINCE: ({ since }) => since,
        'PAUSED UNTIL': ({ pausedUntil }) => pausedUntil,
        WAITING: ({ waiting }) => waiting,
        'NEXT TRY': ({ nextTryAt }) => nextTryAt,
      },
    },
    'channel.pause': withParameters(
      {
        until: required(
          '--until <time>',
          'when the pause ends, within 30 days, ISO or relative such as 2h',
          futureMoment,
        ),
      },
      ({ until }, { nowMs }) => ({ until: instantOf(until(nowMs())) }),
    ),
    'channel.map_users': {
      path: 'channel map-user',
      ...withParameters(
        {
          pairs: list('[SLACKID=USERID...]', 'pairs of a Slack user and a user of the workspace', {
            schema: userPairSchema,
          }),
          users: list('--map-user <SLACKID=USERID...>', 'the same as the arguments', {
            schema: userPairSchema,
          }),
        },
        ({ pairs, users }) => {
          const given = [...pairs, ...users]
          if (given.length === 0) throw new UsageError('give at least one SLACKID=USERID')
          return { users: given }
        },
      ),
      outcome: (_context, users, { channelId }) => ({
        json: { channelId, users },
        text: table(
          ['SLACK', 'USER'],
          users.map(({ externalUserId, userId }) => [externalUserId, userId]),
        ),
      }),
    },
    'channel.addresses': {
      columns: {
        ADDRESS: ({ address }) => address,
        REASON: ({ reason }) => reason,
        SINCE: ({ since }) => since,
        UNTIL: ({ until }) => until,
      },
    },
    'channel.lift': {
      parameters: {
        address: required('<address>', 'the address, as channel addresses lists it', addressSchema),
      },
      outcome: (_context, lifted, { channelId }) => ({
        json: { channelId, ...lifted },
        text: record({ channel: channelId, ...lifted }),
      }),
    },
  },
})

function saysGivenUp({ givenUp }: { givenUp: number }): string {
  if (givenUp === 0) return ''
  return givenUp === 1
    ? '\n1 message that waited is not sent any more.'
    : `\n${givenUp} messages that waited are not sent any more.`
}
