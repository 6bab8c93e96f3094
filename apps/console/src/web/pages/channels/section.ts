import { page, type Section } from '../../section.ts'

export const channels: Section = {
  ...{ title: 'Channels', path: 'channels', icon: 'channels', key: 'n', group: 'Outgoing' },
  idPrefix: 'chn_',
  pages: {
    '': page(() => import('./channels.tsx'), 'ChannelsPage'),
    $id: page(() => import('./channel.tsx'), 'ChannelPage'),
  },
}
