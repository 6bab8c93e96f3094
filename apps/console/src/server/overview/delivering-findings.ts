import { defineFinding } from './finding.ts'
import { counted, duration, nameOf } from './words.ts'

export const disabledChannels = defineFinding({
  kind: 'channel_disabled',
  find: ({ orgId, channels }) =>
    channels
      .filter(({ state }) => state === 'disabled')
      .map(({ channelId, name, reason }) => ({
        harm: 'broken',
        summary: `The channel ${name} is disabled${because(reason)}. Its alerts are held back.`,
        remedy: 'Correct its settings, enable it, then replay the alerts that it missed.',
        link: `/w/${orgId}/channels/${channelId}`,
      })),
})

export const failingChannels = defineFinding({
  kind: 'channel_degraded',
  find: ({ orgId, channels }) =>
    channels
      .filter(({ state }) => state === 'degraded')
      .map(({ channelId, name, reason }) => ({
        harm: 'late',
        summary: `The channel ${name} fails${because(reason)}. Its messages are tried again.`,
        remedy: 'Send a test message to see what the other side says.',
        link: `/w/${orgId}/channels/${channelId}`,
      })),
})

export const unsentAlerts = defineFinding({
  kind: 'alerts_unsent',
  find: ({ orgId, trouble, channels }) =>
    trouble.unsent.map(({ channelId, count, status }) => {
      const name = nameOf(channels, (channel) => channel.channelId === channelId, channelId)
      return {
        harm: 'broken',
        summary: `${counted(count, 'alert', 'alerts')} through ${name} ${count === 1 ? 'is' : 'are'} ${status} in the last 24 hours.`,
        remedy: 'See the attempts, then replay the alerts.',
        link: `/w/${orgId}/alerts?channel=${channelId}&status=${status}`,
      }
    }),
})

export const degradedWarehouses = defineFinding({
  kind: 'warehouse_degraded',
  find: ({ orgId, warehouses }) =>
    warehouses
      .filter(({ state }) => state === 'degraded')
      .map(({ warehouseId, name, reason, lagRows, lagSeconds }) => ({
        harm: 'late',
        summary: `The warehouse ${name} is degraded${because(reason)}. ${counted(lagRows, 'row waits', 'rows wait')}${lagRows > 0 ? `, the first for ${duration(lagSeconds)}` : ''}.`,
        remedy: 'It is tried again by itself. Its page has the error, and syncs it now.',
        link: `/w/${orgId}/warehouses/${warehouseId}`,
      })),
})

export const differingWarehouses = defineFinding({
  kind: 'warehouse_differs',
  find: ({ orgId, warehouses }) =>
    warehouses
      .filter(({ differingRows }) => (differingRows ?? 0) > 0)
      .map(({ warehouseId, name, differingRows }) => ({
        harm: 'broken',
        summary: `${counted(differingRows ?? 0, 'row', 'rows')} of the warehouse ${name} differ from the product.`,
        remedy: 'See which rows differ on its page, and repair it to send them again.',
        link: `/w/${orgId}/warehouses/${warehouseId}`,
      })),
})

/** A finding names the cause; the page of the channel or warehouse has all of a long error. */
const longestReason = 200

function because(reason: string | null): string {
  if (reason === null) return ''
  const shown = reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason
  return ` (${shown.replaceAll('_', ' ')})`
}
