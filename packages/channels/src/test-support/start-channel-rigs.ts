import { allApiUrls } from '@signalpost/testing'
import { createChannelServices } from '../channel-services.ts'
import type { Connect, Rig } from './channel-rig.ts'
import { rigStarters } from './rigs/index.ts'

/** Starts a rig for every variant of every channel. `close` ends their servers and connections. */
export async function startChannelRigs(): Promise<{ rigs: Rig[]; close: () => Promise<void> }> {
  const open: { close: () => Promise<void> }[] = []
  const connect: Connect = (options) => {
    const services = createChannelServices({
      allowedNetworks: { has: (address) => address.startsWith('127.') },
      apiUrls: allApiUrls('http://127.0.0.1:1/api'),
      smtp: undefined,
      publicUrl: 'https://signals.example',
      intakeUrl: 'https://hooks.signals.example',
      ...options,
    })
    open.push(services)
    return services
  }
  const started = await Promise.all(rigStarters.map((start) => start(connect)))
  return {
    rigs: started.flatMap(({ rigs }) => rigs),
    close: async () => {
      await Promise.all([...open, ...started].map((part) => part.close()))
    },
  }
}
