import { page, type Section } from '../../section.ts'

export const channels: Section = {
  ...{ title: 'Channels', path: 'channels', icon: 'channels', key: 'n', group: 'Outgoing' },
  idPrefix: 'chn_',
  pages: {
    '': page(() => import('./channels.tsx'), 'ChannelsPage'),
    new: page(() => import('./new-channel.tsx'), 'NewChannelPage'),
    $id: page(() => import('./channel.tsx'), 'ChannelPage'),
  },
}
