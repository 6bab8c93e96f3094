import { findProgram } from './find-program.ts'

export const browserRemedy =
  'Add chromium-headless-shell to run them: apt-get install chromium-headless-shell (or name the program in SIGNALPOST_CHROMIUM).'

const programs = ['chromium-headless-shell', 'chromium', 'google-chrome']

/** The program of a Chromium: the one that `SIGNALPOST_CHROMIUM` names, else the first on the path. */
export function findBrowser(): string | undefined {
  return process.env.SIGNALPOST_CHROMIUM || programs.map(findProgram).find((found) => found !== undefined)
}
