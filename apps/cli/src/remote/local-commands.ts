/** The first words of commands about processes, the database and the keys of an installation. */
const ofInstallation = [
  ...['migrate', 'doctor', 'demo', 'backup', 'reset', 'canary', 'warehouse install'],
  'key rotate-master',
]

/** Commands about this command line itself, and what needs neither an installation nor a console. */
const ofClient = ['login', 'logout', 'completion', 'event sign']

/** What a console does not offer. */
const notOffered = [
  ...['event send', 'workspace create'],
  ...['person disable', 'person enable', 'person free-address', 'person log-out-all'],
]

/** Whether a command works only where Signalpost is installed. */
export function isLocal(path: string): boolean {
  return isOfInstallation(path) || notOffered.includes(path)
}

/** Whether a command is about the installation of this machine, whatever login there is. */
export function isOfInstallation(path: string): boolean {
  return ofInstallation.some((words) => `${path} `.startsWith(`${words} `))
}

export function isOfClient(path: string): boolean {
  return ofClient.includes(path)
}
